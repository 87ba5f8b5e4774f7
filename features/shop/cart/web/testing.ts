import type { z } from 'zod'
import type { Cart, CartLine } from '#features/shop/cart/contract.ts'

export const line: z.infer<typeof CartLine> = {
  productCode: 'SCISBARCODES',
  productCategory: 'Library supplies',
  name: 'Barcode labels',
  quantity: 2,
  mostInCart: 20,
  byEnrollment: false,
  enrollmentSize: null,
  unitPrice: 135,
  problem: null,
  quoted: false,
}

const postage: z.infer<typeof CartLine> = {
  ...line,
  productCode: 'SHIPAUS22',
  productCategory: 'Postage & Handling',
  name: 'Postage and handling',
  quantity: 1,
  mostInCart: 1,
  unitPrice: 12,
}

/** A reply as the server sends it; its totals are made up and shown unchanged. */
export const shownCart = (lines: Partial<typeof line>[], more: Partial<Cart> = {}) => ({
  response: {
    cmsId: 'cart-1',
    items: [...lines.map((each) => ({ ...line, ...each })), postage],
    count: lines.length,
    currency: 'AUD' as const,
    taxName: 'GST',
    taxPercent: 10,
    subTotal: 270,
    shipping: 12,
    gst: 28.2,
    total: 310.2,
    expiresDate: '2099-01-01T00:00:00.000Z',
    purchaseOrder: '',
    quoteNumber: null,
    ...more,
  },
  expired: null,
})

export const emptyCart = { response: null, expired: null }
