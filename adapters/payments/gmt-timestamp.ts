/** `YYYYMMDDHHMMSS`, GMT; undefined if it is not a valid time. */
export function momentOf(text: string): Date | undefined {
  const moment = new Date(text.replace(/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6Z'))
  return Number.isNaN(moment.getTime()) || timestampOf(moment) !== text ? undefined : moment
}

export const timestampOf = (moment: Date): string => moment.toISOString().replace(/\D/g, '').slice(0, 14)
