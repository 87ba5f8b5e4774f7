import { businessDay, type Clock, dayAfter, startOfDay } from '#kit/day.ts'

/** For `Retry-After`. At least 1, even if the time has passed. */
export const secondsUntil = (then: Date, now: Date): number =>
  Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000))

/** Until the provider's next day, when daily counts restart. */
export const secondsUntilTomorrow = (clock: Clock): number =>
  secondsUntil(startOfDay(clock.zone, dayAfter(businessDay(clock), 1)), clock())

/**
 * Until one more (or `more`) is allowed, if at most `most` may fall within the last `withinMs`. `times`: all current
 * ones.
 */
export function secondsUntilFree(
  { times, most, withinMs, more = 1 }: { times: Date[]; most: number; withinMs: number; more?: number },
  now: Date,
): number {
  const newestFirst = times.toSorted((one, other) => other.getTime() - one.getTime())
  const last = newestFirst[Math.max(0, most - more)]
  return secondsUntil(new Date((last ?? now).getTime() + withinMs), now)
}
