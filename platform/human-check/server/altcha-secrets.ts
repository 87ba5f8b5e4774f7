import { randomBytes } from 'node:crypto'
import { type SecretNeeds, storedSecret } from '#kit/server/stored-secret.ts'

/** The secrets that sign puzzles. */
export const altchaSecrets = (app: SecretNeeds) =>
  storedSecret(app, 'human_check', () => ({ challenge: secret(), key: secret() }))

const secret = () => randomBytes(32).toString('base64url')
