/** The admitted wait under permanent overload, as a share of the longest. */
const steadyShare = 0.2
/** The overload is over after this many longest waits without a refusal. */
const calmWaits = 3

/**
 * Whether a wait is too long: in a burst, more than `longest` ms. Under permanent overload long waits for everyone
 * would help no one: then the limit is much lower, until there is capacity again.
 */
export function longWaits(longest: number, now: () => number = () => performance.now()): (waitMs: number) => boolean {
  const steady = longest * steadyShare
  let waitingSince: number | undefined
  let turnedAwayAt = Number.NEGATIVE_INFINITY
  return (waitMs) => {
    const at = now()
    if (waitMs <= steady) {
      waitingSince = undefined
      return false
    }
    waitingSince ??= at
    const tooLong = waitMs > longest || at - waitingSince > longest || at - turnedAwayAt < calmWaits * longest
    if (tooLong) turnedAwayAt = at
    return tooLong
  }
}
