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
    summary: 'Number of items in the caller’s own cart, without shipping',
    input: z.strictObject({ userId: z.string() }),
    reply: z.object({ count: z.number().int() }),
  }),
  cartItems: get('/cms/cart/:cmsId', {
    who: 'staff',
    summary: 'The items in one of the caller’s own carts',
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
    summary: 'Add a product to the caller’s own cart; quantities of the same product add up',
    input: z.strictObject({
      productCode: code,
      quantity: quantity.default(1),
      enrollmentSize: EnrollmentSize.optional(),
    }),
    reply,
  }),
  changeCartItem: post('/rest/cart/items/change', {
    who: 'staff',
    summary: 'Change the quantity of a product, or the number of students',
    input: z.strictObject({
      productCode: code,
      quantity: quantity.optional(),
      enrollmentSize: EnrollmentSize.optional(),
    }),
    reply,
  }),
  removeCartItem: post('/rest/cart/items/remove', {
    who: 'staff',
    summary: 'Remove a product from the caller’s own cart',
    input: z.strictObject({ productCode: code }),
    reply,
  }),
  restoreCart: post('/rest/cart/restore', {
    who: 'staff',
    summary: 'Move the items of the caller’s own expired cart to the current cart or a new one, at today’s prices',
    input: z.strictObject({ cmsId: z.string().max(100) }),
    reply,
  }),
  forgetCart: post('/rest/cart/forget', {
    who: 'staff',
    summary: 'Discard the items of the caller’s own expired cart',
    input: z.strictObject({ cmsId: z.string().max(100) }),
    reply,
  }),
  savePurchaseOrder: post('/rest/cart/purchaseOrder', {
    who: 'staff',
    summary: 'Save the purchase order number with the caller’s own cart, for its quote and order',
    input: z.strictObject({ purchaseOrder: z.string().trim().max(40) }),
    reply,
  }),
}

export const cartProblem = problems({
  cart_not_found: [404, 'We couldn’t find this cart.'],
  not_in_cart: [404, 'This product is not in your cart.'],
  /** `about.most`: the maximum. */
  too_many: [400, 'You can’t order this many of this product.'],
  cart_in_process: [409, 'This cart is being paid for. Please wait a few minutes.'],
})
