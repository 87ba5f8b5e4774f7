const dayMs = 24 * 60 * 60 * 1000

/** How long ago in the reader's calendar days: the groups of a list by date. */
export function stretchOf(date: Date, now: Date): string {
  const days = Math.round((startOfDay(now).getTime() - startOfDay(date).getTime()) / dayMs)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days < 7) return 'The last seven days'
  return new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' }).format(date)
}

/** `5 minutes ago`, then the time of day, then the date. */
export function momentInWords(date: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - date.getTime()) / 60_000)
  if (minutes < 1) return 'Just now'
  if (minutes < 60) return new Intl.RelativeTimeFormat(undefined).format(-minutes, 'minute')
  const days = Math.round((startOfDay(now).getTime() - startOfDay(date).getTime()) / dayMs)
  if (days < 1) return new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(date)
  if (days < 7)
    return new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(date)
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(date)
}

/** `24 Nov 2026, 08:05 am`, in the reader's time zone and language. */
export const dateAndTime = (at: Date | null): string =>
  at?.toLocaleString(undefined, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }) ?? ''

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate())
