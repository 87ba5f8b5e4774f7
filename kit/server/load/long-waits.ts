/** The wait that is left to those who are answered while there is steadily too much to do, as a share of the longest. */
const steadyShare = 0.2
/** Nobody has been turned away for so many of the longest waits: it is over. */
const calmWaits = 3

/**
 * Tells whether a wait is too long: in a burst, one of more than `longest` ms. Where calls have waited for long without a
 * pause, letting each of them wait so long would help nobody: then it is much less, until there is room again.
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
