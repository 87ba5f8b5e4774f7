import { isIP } from 'node:net'
import type { Env } from '#app/env.ts'

/** The WebAuthn relying party: only this site can request its passkeys. */
export const relyingParty = ({ publicUrl, providerName }: Pick<Env, 'publicUrl' | 'providerName'>) => ({
  id: new URL(publicUrl).hostname,
  name: `${providerName} Data`,
  origin: publicUrl,
})

/** Browsers allow passkeys on named https hosts and on localhost. An outside issuer handles its own passkeys. */
export function takesPasskeys({ publicUrl, oidc }: { publicUrl: string; oidc: object | undefined }): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  const named = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  const secure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return !oidc && named && secure
}
