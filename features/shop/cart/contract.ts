import { z } from 'zod'
import { EnrollmentSize } from '#features/shop/products/contract.ts'
import { get, post, problems } from '#kit/contract.ts'

/** Money is in whole units with two decimals, without tax except for `gst` and `total`. */
export const CartLine = z.object({
  productCode: z.string(),
  productCategory: z.string(),
  name: z.string(),
  quantity: z.number().int(),
  mostInCart: z.number().int(),
  byEnrollment: z.boolean(),
  enrollmentSize: z.number().int().nullable(),
  /** Null if there is a problem. */
  unitPrice: z.number().nullable(),
  /** Why it cannot be ordered; null if it can. */
  problem: z.enum(['not_offered', 'no_price', 'enrollment_needed', 'too_many']).nullable(),
  /** True if a quote guarantees the price. */
  quoted: z.boolean(),
})
export const Cart = z.object({
  cmsId: z.string(),
  items: z.array(CartLine),
  /** Number of items, without shipping. */
  count: z.number().int(),
  currency: z.enum(['AUD', 'NZD']),
  taxName: z.string(),
  taxPercent: z.number(),
  subTotal: z.number(),
  shipping: z.number(),
  gst: z.number(),
  total: z.number(),
  expiresDate: z.string(),
  purchaseOrder: z.string(),
  quoteNumber: z.string().nullable(),
})
export type Cart = z.infer<typeof Cart>

const code = z.string().regex(/^[\w-]{1,40}$/)
const quantity = z.number().int().min(1).max(999)
/** `expired`: the caller's last expired cart, whose items can be restored. */
const reply = z.object({
  response: Cart.nullable(),
  expired: z.object({ cmsId: z.string(), count: z.number().int() }).nullable(),
})

/** The two calls that another content site also answers. */
export const cartApi = {
  countCart: get('/cms/cart/count/:userId', {
    who: 'staff',
    summary: 'Items in the caller’s own cart, shipping left out',
    input: z.strictObject({ userId: z.string() }),
    reply: z.object({ count: z.number().int() }),
  }),
  cartItems: get('/cms/cart/:cmsId', {
    who: 'staff',
    summary: 'What is in a cart of the caller’s own',
    input: z.strictObject({ cmsId: z.string() }),
    reply: z.object({
      items: z.array(
        z.object({
          productCode: z.string(),
          quantity: z.number().int(),
          enrollmentSize: z.number().int().nullable().optional(),
        }),
      ),
    }),
  }),
}

/** The bundled shop's cart. */
export const ownCartApi = {
  readCart: get('/rest/cart', { who: 'staff', summary: 'The caller’s own cart with today’s prices', reply }),
  addToCart: post('/rest/cart/items', {
    who: 'staff',
    summary: 'Put a product into the caller’s own cart; what is there of it already is added up',
    input: z.strictObject({
      productCode: code,
      quantity: quantity.default(1),
      enrollmentSize: EnrollmentSize.optional(),
    }),
    reply,
  }),
  changeCartItem: post('/rest/cart/items/change', {
    who: 'staff',
    summary: 'Change how many of a product are wanted, or for how many pupils and students',
    input: z.strictObject({
      productCode: code,
      quantity: quantity.optional(),
      enrollmentSize: EnrollmentSize.optional(),
    }),
    reply,
  }),
  removeCartItem: post('/rest/cart/items/remove', {
    who: 'staff',
    summary: 'Take a product out of the caller’s own cart',
    input: z.strictObject({ productCode: code }),
    reply,
  }),
  restoreCart: post('/rest/cart/restore', {
    who: 'staff',
    summary: 'Put the items of the caller’s own expired cart into the present one or a new one, at today’s prices',
    input: z.strictObject({ cmsId: z.string().max(100) }),
    reply,
  }),
  forgetCart: post('/rest/cart/forget', {
    who: 'staff',
    summary: 'The items of the caller’s own expired cart are not wanted any more',
    input: z.strictObject({ cmsId: z.string().max(100) }),
    reply,
  }),
  notePurchaseOrder: post('/rest/cart/purchaseOrder', {
    who: 'staff',
    summary: 'Keep the purchase order number with the caller’s own cart, for its quote and its order',
    input: z.strictObject({ purchaseOrder: z.string().trim().max(40) }),
    reply,
  }),
}

export const cartProblem = problems({
  cart_not_found: [404, 'There is no such cart.'],
  not_in_cart: [404, 'This product is not in your cart.'],
  /** `about.most`: the maximum. */
  too_many: [400, 'There cannot be so many of this product in a cart.'],
  cart_in_process: [409, 'An order of this cart is being paid. Please wait a few minutes.'],
})
