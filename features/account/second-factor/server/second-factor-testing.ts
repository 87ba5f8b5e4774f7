import { generateSync } from 'otplib'

/** What an authenticator app with this secret shows, `steps` of half a minute from now. */
export const codeFor = (secret: string, { steps = 0, now = new Date() } = {}): string =>
  generateSync({ secret, epoch: Math.floor(now.getTime() / 1000) + steps * 30 })
