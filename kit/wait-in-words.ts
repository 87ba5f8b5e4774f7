/**
 * How long to wait, for sentences such as `Please try again in 2 minutes.`: `1 second`, `90 seconds`, `2 minutes`,
 * `3 hours`; rounded up, so that nobody comes back too early.
 */
export function waitInWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds))
  const [count, unit] =
    whole < 120
      ? [whole, 'second']
      : whole <= 90 * 60
        ? [Math.ceil(whole / 60), 'minute']
        : [Math.ceil(whole / 3600), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
