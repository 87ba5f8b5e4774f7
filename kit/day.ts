export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The calendar day in UTC, as `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export const dayAfter = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * dayMs))

/** Negative once the day is past. */
export const daysUntil = (day: string, today: string): number => (Date.parse(day) - Date.parse(today)) / dayMs
