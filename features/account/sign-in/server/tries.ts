import { createHash } from 'node:crypto'
import type { Db } from '#app/app.ts'
import { normalised } from '#kit/normalised.ts'
import { networkOf } from '#kit/server/network-of.ts'
import type { Tries } from '#platform/human-check/server/human-check.ts'

const hour = 3600

/** Hashed, because people type passwords into the user-name field. */
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The form that is compared and counted. */
export const plainUsername = (typed: string) => normalised(typed.trim().toLowerCase(), 'NFC')

const ofStrangers = (username: string) => `sign-in:${hashOf(username)}`

/**
 * Two limits for wrong passwords: of all unknown browsers for this name, and of one address, which a whole school may
 * share. Past them, every further guess needs a proof of work, even the person's own in a new browser.
 */
export const strangersTries = (username: string, address: string): Tries => ({
  about: `sign-in ${username}`,
  limits: [
    { subject: ofStrangers(username), free: 5, seconds: hour },
    { subject: `sign-in-from:${networkOf(address)}`, free: 300, seconds: 600 },
  ],
})

/**
 * Limit of one known browser: no one else's guesses count, and a stolen cookie allows ten guesses an hour. After that
 * the browser counts as unknown.
 */
export const browsersTries = (mark: string): Tries => ({
  about: `browser ${mark}`,
  limits: [{ subject: `browser:${hashOf(mark)}`, free: 10, seconds: hour }],
})

/** Requests for a link have separate counts: they keep no one from signing in. */
export const forgottenTries = (username: string, address: string): Tries => ({
  about: `forgotten ${username}`,
  limits: [
    { subject: `forgotten:${hashOf(username)}`, free: 5, seconds: hour },
    { subject: `forgotten-from:${networkOf(address)}`, free: 30, seconds: hour },
  ],
})

/** Refused answers of sign-in services. No one is there to do work for them: past the limit they wait. */
export const answerTries = (address: string): Tries => ({
  about: 'answer',
  limits: [{ subject: `answer-from:${networkOf(address)}`, free: 300, seconds: 600 }],
})

/** The password has changed: earlier guesses no longer count. */
export const forgetStrangersTries = (tx: Db, username: string) =>
  tx.deleteFrom('guess').where('subject', '=', ofStrangers(username)).execute()
