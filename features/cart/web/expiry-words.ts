const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** Days while there are some, then the time of the day and the minutes that are left. */
export function expiryInWords(expires: Date, now: Date): string {
  const minutes = Math.ceil((expires.getTime() - now.getTime()) / 60_000)
  if (minutes > 24 * 60) return `Kept for you until ${day.format(expires)}.`
  if (minutes > 90) return `Kept for you until ${time.format(expires)}.`
  return `Its order is under way: it is kept until ${time.format(expires)}, for ${minutes === 1 ? 'one more minute' : `${minutes} more minutes`}.`
}
