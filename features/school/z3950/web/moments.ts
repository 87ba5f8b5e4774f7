const written = (options: Intl.DateTimeFormatOptions) => (date: Date) =>
  new Intl.DateTimeFormat(undefined, options).format(date)

export const dayInWords = written({ dateStyle: 'long' })
export const timeInWords = written({ timeStyle: 'short' })
