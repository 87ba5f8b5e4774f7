import { Problem } from '#kit/problem.ts'

/** The server's first message, except in the specification's one case. */
export function payRefusalOf(error: unknown): string {
  const said = error instanceof Problem ? error.messages[0] : undefined
  return said === undefined || said === 'SHOPPING_CART_EXPIRED' ? wrong : said
}

const wrong = 'Something went wrong, please try again later.'

export const payInvoiceAddress = (customerNo: string, invoiceNumber: string): string =>
  `/payInvoice/${encodeURIComponent(customerNo)}/${encodeURIComponent(invoiceNumber)}`
