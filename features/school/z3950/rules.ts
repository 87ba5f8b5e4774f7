/** The specification's limit for a reset to take effect. */
export const maxWaitMinutes = 60
/** New passwords take effect on the quarter hour, so that people know when to change their library system. */
const quarterMs = 15 * 60_000

/** When a password made now replaces the former one. */
export const takesEffectAfter = (now: Date): Date => new Date((Math.floor(now.getTime() / quarterMs) + 1) * quarterMs)
