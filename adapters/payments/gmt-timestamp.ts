/** `YYYYMMDDHHMMSS`, GMT; undefined if it is not a valid time. */
export function momentOf(text: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(moment.getTime()) || timestampOf(moment) !== text ? undefined : moment
}

export const timestampOf = (moment: Date): string => moment.toISOString().replace(/\D/g, '').slice(0, 14)
