export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** A calendar day as in `2026-11-21`: no time, no zone. To the compiler, an instant's text that was cut is no day. */
export type Day = `${number}-${number}-${number}`

/** A time zone by its IANA name, as in `Australia/Melbourne`. */
export type Zone = string

/** The provider's zone if TIME_ZONE is unset. */
export const defaultZone: Zone = 'Australia/Melbourne'

/** The zone of the browser or server that runs this. */
export const deviceZone = (): Zone => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Names only: PostgreSQL reads the sign of an offset the other way round. */
export function isZone(text: string): boolean {
  try {
    return /^[A-Za-z]/.test(text) && new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined
  } catch {
    return false
  }
}

/** The time, and the zone whose days the provider does business by. */
export type Clock = (() => Date) & { readonly zone: Zone }

export const clockIn = (zone: Zone, now = () => new Date()): Clock => Object.assign(() => now(), { zone })

/** The provider's day, of now or of an instant. */
export const businessDay = (clock: Clock, at = clock()): Day => dayIn(clock.zone, at)

/** The day of an instant in a zone. */
export const dayIn = (zone: Zone, at: Date): Day => utcDay(at.getTime() + offsetOf(zone, at.getTime()))

/** The first instant of a day: midnight, or one o'clock where clocks go forward at midnight. */
export function startOfDay(zone: Zone, day: Day): Date {
  const midnight = Date.parse(day)
  // The offset changes at most once in these two days.
  const [earlier, later] = [-dayMs, dayMs].map((ms) => midnight - offsetOf(zone, midnight + ms)).sort((a, b) => a - b)
  const first = new Date(earlier!)
  return dayIn(zone, first) === day ? first : new Date(later!)
}

/** The day of an instant at midnight in UTC: the form of days in spreadsheets and in members named `…Date`. */
export const dayOfMidnight = (at: Date): Day => utcDay(at.getTime())

export const isDay = (text: string): text is Day =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && utcDay(Date.parse(text)) === text

export const dayAfter = (day: Day, days: number): Day => utcDay(Date.parse(day) + days * dayMs)

/** Negative once the day is past. */
export const daysUntil = (day: Day, from: Day): number => (Date.parse(day) - Date.parse(from)) / dayMs

/** `2027-01` after `2026-11`, or one of its days, and two months. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const count = year * 12 + number - 1 + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** The first day of a month, given as `2026-11` or one of its days. */
export const firstOf = (month: string): Day => `${month.slice(0, 7)}-01` as Day

export function lastOf(month: string): Day {
  const [year = 0, number = 0] = month.split('-').map(Number)
  // Leap years repeat after 400 years, and Date.UTC takes years below 100 for others.
  return dayAfter(firstOf(month), new Date(Date.UTC(2000 + (year % 400), number, 0)).getUTCDate() - 1)
}

export const daysOfMonth = (month: string): Day[] =>
  Array.from({ length: Number(lastOf(month).slice(8)) }, (_, i) => dayAfter(firstOf(month), i))

/** `21 November 2026`, in names, mails and papers; `November 21, 2026` in American English. */
export const writtenDay = (day: Day, locale = 'en-AU'): string =>
  new Date(day).toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Making a format takes as long as a hundred uses. */
let brief: Intl.DateTimeFormat | undefined

/** `21 Nov`, in names that have to be short. */
export function briefDay(day: Day): string {
  brief ??= new Intl.DateTimeFormat('en-AU', { day: 'numeric', month: 'short', timeZone: 'UTC' })
  return brief.format(new Date(day))
}

const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10) as Day

const wallClocks = new Map<Zone, Intl.DateTimeFormat>()
/** Most calls need the present one, and formatting an instant takes longer than much else of a call. */
const lastOffsets = new Map<Zone, { second: number; offset: number }>()

/** Milliseconds that a zone's clocks are ahead of UTC. */
function offsetOf(zone: Zone, ms: number): number {
  const second = Math.floor(ms / 1000) * 1000
  const last = lastOffsets.get(zone)
  if (last?.second === second) return last.offset
  const wallClock =
    wallClocks.get(zone) ??
    new Intl.DateTimeFormat('en', {
      ...{ timeZone: zone, calendar: 'iso8601', hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
  wallClocks.set(zone, wallClock)
  const of = Object.fromEntries(wallClock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const offset = Date.UTC(of.year!, of.month! - 1, of.day!, of.hour!, of.minute!, of.second!) - second
  lastOffsets.set(zone, { second, offset })
  return offset
}
