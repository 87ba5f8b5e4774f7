import { generateSecret, generateURI, verifySync } from 'otplib'

/** 160 random bits in base 32, as RFC 4226 recommends. */
export const newTotpSecret = (): string => generateSecret()

/** What authenticator apps read from the QR code. */
export const totpAddress = (about: { secret: string; issuer: string; label: string }): string => generateURI(about)

/** The time step of a right code, of the one before and after too; undefined for any other. Whether it was used is not known here. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const result = verifySync({ secret, token: code, epoch: Math.floor(now.getTime() / 1000), epochTolerance: 30 })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}
