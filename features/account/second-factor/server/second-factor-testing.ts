import { generateSync } from 'otplib'

/** The code an authenticator app with this secret shows, `steps` half-minutes from now. */
export const codeFor = (secret: string, { steps = 0, now = new Date() } = {}): string =>
  generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) + steps * 30 })
