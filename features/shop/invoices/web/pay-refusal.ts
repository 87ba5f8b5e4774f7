import { Problem } from '#kit/problem.ts'

/** The server's first message, except in the specification's one case. */
export function payRefusalOf(error: unknown): string {
  const message = error instanceof Problem && error.code !== 'empty' ? error.messages[0] : undefined
  return message === undefined || message === 'SHOPPING_CART_EXPIRED' ? wrong : message
}

const wrong = 'Something went wrong, please try again later.'

export const payInvoiceAddress = (customerNo: string, invoiceNumber: string): string =>
  `/payInvoice/${encodeURIComponent(customerNo)}/${encodeURIComponent(invoiceNumber)}`
