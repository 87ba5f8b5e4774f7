import { randomBytes } from 'node:crypto'
import { keptSecret, type SecretNeeds } from '#kit/server/kept-secret.ts'

/** What the bundled card page signs with. */
export async function sandboxPassword(app: SecretNeeds): Promise<string> {
  const made = () => ({ password: randomBytes(32).toString('base64url') })
  return (await keptSecret(app, 'card_sandbox', made)).password
}
