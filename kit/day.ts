/** The calendar day in UTC, as `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export const dayAfter = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * 86_400_000))

/** Negative once the day is past. */
export const daysUntil = (day: string, today: string): number => (Date.parse(day) - Date.parse(today)) / 86_400_000
