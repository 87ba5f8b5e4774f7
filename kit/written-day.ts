/** `21 November 2026`, in UTC, for names, mails and files written by the server. */
export const writtenDay = (at: Date): string =>
  at.toLocaleDateString('en-AU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
