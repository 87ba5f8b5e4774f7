import { generateSecret, generateURI, verifySync } from 'otplib'

/** 160 random bits in base 32, as RFC 4226 recommends. */
export const newTotpSecret = (): string => generateSecret()

/** The otpauth address that authenticator apps read from the QR code. */
export const totpAddress = (about: { secret: string; issuer: string; label: string }): string => generateURI(about)

/** The time step of a valid code, at most one step off; undefined otherwise. Replay is checked elsewhere. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const result = verifySync({ secret, token: code, epoch: Math.floor(now.getTime() / 1000), epochTolerance: 30 })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}
