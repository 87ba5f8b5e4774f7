export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString()} ${count === 1 ? noun : `${noun}s`}`

export const savedFolderAddress = (id: string): string => `/savedListDetails/${encodeURIComponent(id)}`

export const sharedFolderLink = (token: string): string =>
  new URL(`/sharedFolder/${encodeURIComponent(token)}`, window.location.origin).href

export const dateInWords = (date: Date | null): string =>
  date === null ? '' : new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(date)

export const changedInWords = ({ savedBy, updatedDate }: { savedBy: string; updatedDate: Date | null }): string =>
  [savedBy && `saved by ${savedBy}`, updatedDate && `changed ${dateInWords(updatedDate)}`].filter(Boolean).join(', ')
