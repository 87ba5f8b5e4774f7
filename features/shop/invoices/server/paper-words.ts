/** `1,234.50`: the currency stands beside the sum. */
export const moneyOn = (cents: number): string =>
  (cents / 100).toLocaleString('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `21 November 2026`, of a day or a moment. */
export const writtenDay = (at: string | Date): string =>
  new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))

/** Where an invoice is paid by card, without signing in. */
export const payAddress = (publicUrl: string, customerNo: string, invoiceNo: string): string =>
  `${publicUrl}/payInvoice/${encodeURIComponent(customerNo)}/${encodeURIComponent(invoiceNo)}`
