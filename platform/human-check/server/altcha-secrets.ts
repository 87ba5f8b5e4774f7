import { randomBytes } from 'node:crypto'
import { keptSecret, type SecretNeeds } from '#kit/server/kept-secret.ts'

/** The secrets that sign puzzles. */
export const altchaSecrets = (app: SecretNeeds) =>
  keptSecret(app, 'human_check', () => ({ challenge: secret(), key: secret() }))

const secret = () => randomBytes(32).toString('base64url')
