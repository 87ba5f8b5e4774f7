import { dateAndTime } from '#kit/web/format.ts'
/** `just now`, `12 minutes ago`, and day and time if it was not today. */
export function formatAgo(date: Date, now = new Date()): string {
  const minutes = Math.round((now.getTime() - date.getTime()) / 60_000)
  if (minutes < 2) return 'just now'
  if (minutes < 60) return `${minutes} minutes ago`
  const hours = Math.round(minutes / 60)
  if (hours < 12) return hours === 1 ? 'an hour ago' : `${hours} hours ago`
  return dateAndTime(date)
}
