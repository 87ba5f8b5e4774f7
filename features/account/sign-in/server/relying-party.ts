import { isIP } from 'node:net'
import type { Env } from '#app/env.ts'

/** What a passkey is bound to: nothing but this very site can ask for it. */
export const relyingParty = ({ publicUrl, providerName }: Pick<Env, 'publicUrl' | 'providerName'>) => ({
  id: new URL(publicUrl).hostname,
  name: `${providerName} Data`,
  origin: publicUrl,
})

/**
 * Browsers give passkeys to named hosts behind https, and to this machine. An outside issuer asks for its own: we see
 * only its answer.
 */
export function takesPasskeys({ publicUrl, oidc }: { publicUrl: string; oidc: object | undefined }): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  const named = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  const secure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return !oidc && named && secure
}
