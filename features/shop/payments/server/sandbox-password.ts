import { randomBytes } from 'node:crypto'
import { keptSecret, type SecretNeeds } from '#kit/server/kept-secret.ts'

/** The signing password of the bundled card page. */
export async function sandboxPassword(app: SecretNeeds): Promise<string> {
  const made = () => ({ password: randomBytes(32).toString('base64url') })
  return (await keptSecret(app, 'card_sandbox', made)).password
}
