/**
 * How long to wait, for sentences such as `Please try again in 2 minutes.`: `1 second`, `90 seconds`, `2 minutes`,
 * `3 hours`; rounded up, so that no one comes back too early.
 */
export function formatWait(seconds: number): string {
  const { count, unit } = roundedWait(seconds)
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`
}

/** For other languages. */
export function roundedWait(seconds: number): { count: number; unit: 'seconds' | 'minutes' | 'hours' } {
  const whole = Math.max(1, Math.ceil(seconds))
  if (whole < 120) return { count: whole, unit: 'seconds' }
  return whole <= 90 * 60
    ? { count: Math.ceil(whole / 60), unit: 'minutes' }
    : { count: Math.ceil(whole / 3600), unit: 'hours' }
}
