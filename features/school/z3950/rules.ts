/** Why a school's library systems cannot sign in, regardless of their password. */
export type Closed = 'switched_off' | 'no_subscription'

/** Sent to a connected client once its school has a new password: it must sign in again. */
export const passwordReplaced = 'The password has been replaced.'

/** For the person who set up the library system. */
export const closedSentences: Record<Closed, string> = {
  switched_off: 'Your school has turned off Z39.50 in its portal settings.',
  no_subscription: 'Your school has no current subscription.',
}

/** The specification's limit for a reset to take effect. */
export const maxWaitMinutes = 60
/** New passwords take effect on the quarter hour, so that people can time the change of their library system. */
const quarterMs = 15 * 60_000

/** When a password made now replaces the former one. */
export const takesEffectAfter = (now: Date): Date => new Date((Math.floor(now.getTime() / quarterMs) + 1) * quarterMs)
