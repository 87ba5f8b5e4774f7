import { dateAndTime } from '#kit/web/format.ts'
export const savedFolderAddress = (id: string): string => `/savedListDetails/${encodeURIComponent(id)}`

export const sharedFolderLink = (token: string): string =>
  new URL(`/sharedFolder/${encodeURIComponent(token)}`, window.location.origin).href

export const describeLastChange = ({ savedBy, updatedDate }: { savedBy: string; updatedDate: Date | null }): string =>
  [savedBy && `saved by ${savedBy}`, updatedDate && `changed ${dateAndTime(updatedDate)}`].filter(Boolean).join(', ')
