/** For `Retry-After`. At least one, even where time has passed meanwhile. */
export const secondsUntil = (then: Date, now: Date): number =>
  Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000))

const dayMs = 86_400_000

/** To midnight in UTC, when what is counted by the day begins again. */
export const secondsUntilTomorrow = (now: Date): number =>
  secondsUntil(new Date((Math.floor(now.getTime() / dayMs) + 1) * dayMs), now)

/**
 * Until one more is free, or `more`, where at most so many may lie within the last `withinMs`. `times`: of all that lie
 * there now.
 */
export function secondsUntilFree(
  { times, most, withinMs, more = 1 }: { times: Date[]; most: number; withinMs: number; more?: number },
  now: Date,
): number {
  const newestFirst = times.toSorted((one, other) => other.getTime() - one.getTime())
  const last = newestFirst[Math.max(0, most - more)]
  return secondsUntil(new Date((last ?? now).getTime() + withinMs), now)
}
