import { randomBytes } from 'node:crypto'
import { type SecretNeeds, storedSecret } from '#kit/server/stored-secret.ts'

/** The signing password of the bundled card page. */
export async function sandboxPassword(app: SecretNeeds): Promise<string> {
  const made = () => ({ password: randomBytes(32).toString('base64url') })
  return (await storedSecret(app, 'card_sandbox', made)).password
}
