import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { Problem } from '#kit/problem.ts'

type Made = Awaited<ReturnType<typeof startRegistration>>

/** Asks the browser to create a passkey. Refusals are explained in helpful words. */
export async function makeOnDevice(options: unknown): Promise<Made & { [name: string]: unknown }> {
  try {
    const made = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
    return { ...made }
  } catch (error) {
    throw new Problem('passkey_not_made', 0, [reasonOf(error)])
  }
}

/** Asks the browser to use one of the given passkeys. */
export async function signOnDevice(options: unknown): Promise<{ id: string; type: 'public-key' }> {
  try {
    return { ...(await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })) }
  } catch {
    throw new Problem('passkey_not_used', 0, ['No passkey was used. Try again, or enter your password.'])
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device or password manager already has a passkey for you.'
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT')
    return 'This key has no PIN or fingerprint. Set one up on it, or use another key.'
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was created. Try again, or choose another device.'
  return 'This browser couldn’t create a passkey. Please try another browser or device.'
}

/** Asks password managers that support it to stop offering a removed passkey. */
export async function forgetOnDevice({ rpId, credentialId }: { rpId: string; credentialId: string }): Promise<void> {
  const signals = globalThis.PublicKeyCredential as
    | { signalUnknownCredential?: (which: { rpId: string; credentialId: string }) => Promise<void> }
    | undefined
  await signals?.signalUnknownCredential?.({ rpId, credentialId }).catch(() => undefined)
}
