import { createHash } from 'node:crypto'
import type { Db } from '#app/app.ts'
import { networkOf } from '#kit/server/network-of.ts'
import type { Tries } from '#platform/human-check/server/human-check.ts'

const hour = 3600

/** Hashed: people type passwords into the field for the name. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** As it is compared and counted. */
export const plainUsername = (typed: string) => typed.trim().toLowerCase().normalize('NFC')

const ofStrangers = (username: string) => `sign-in:${hashOf(username)}`

/**
 * Wrong passwords of browsers that this person has not signed in with, all together; and of one address, behind which a
 * whole school may stand. Whoever uses these up makes the next one work, also for the person themselves in a new browser.
 */
export const strangersTries = (username: string, address: string): Tries => ({
  about: `sign-in ${username}`,
  limits: [
    { subject: ofStrangers(username), free: 5, seconds: hour },
    { subject: `sign-in-from:${networkOf(address)}`, free: 300, seconds: 600 },
  ],
})

/**
 * Of one browser that this person has signed in with: nobody else's guesses count here, and a stolen cookie is good for
 * ten guesses an hour. After these the browser is a stranger.
 */
export const browsersTries = (mark: string): Tries => ({
  about: `browser ${mark}`,
  limits: [{ subject: `browser:${hashOf(mark)}`, free: 10, seconds: hour }],
})

/** Asking for a link counts for itself: it keeps nobody from signing in. */
export const forgottenTries = (username: string, address: string): Tries => ({
  about: `forgotten ${username}`,
  limits: [
    { subject: `forgotten:${hashOf(username)}`, free: 5, seconds: hour },
    { subject: `forgotten-from:${networkOf(address)}`, free: 30, seconds: hour },
  ],
})

/** The password is another one now: what was tried before was not it. */
export const forgetStrangersTries = (within: Db, username: string) =>
  within.deleteFrom('guess').where('subject', '=', ofStrangers(username)).execute()
