/** The specification's limit: no reset takes longer to take effect. */
export const maxWaitMinutes = 60
/** New passwords are taken up at the full quarters of an hour, so that whoever changes a library system knows when. */
const quarterMs = 15 * 60_000

/** When a password that is made now takes the place of the former one. */
export const takesEffectAfter = (now: Date): Date => new Date((Math.floor(now.getTime() / quarterMs) + 1) * quarterMs)
