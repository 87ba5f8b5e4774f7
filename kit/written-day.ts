/** `21 November 2026`, in UTC, as names, mails and files that the server writes have it. */
export const writtenDay = (at: Date): string =>
  at.toLocaleDateString('en-AU', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
