import { z } from 'zod'
import { nameRule } from '#kit/bare-link.ts'
import { dayText, get, post, problems } from '#kit/contract.ts'
import { maxPupils, productCategories } from './rules.ts'

const code = z.string().regex(/^[\w-]{1,40}$/)
const day = dayText()
const Currency = z.enum(['AUD', 'NZD'])
export const EnrollmentSize = z.coerce.number().int().min(1).max(maxPupils)

/** Today's unit price without tax, from this number of students on. */
export const Tier = z.object({
  enrollmentFrom: z.number().int(),
  unitPrice: z.number(),
  /** The last day of this price; null if open-ended. */
  endsDate: z.string().nullable(),
})

export const Product = z.object({
  productCode: z.string(),
  name: z.string(),
  productCategory: z.enum(productCategories),
  summary: z.string(),
  /** Paragraphs separated by an empty line. */
  description: z.string(),
  /** Term of its subscription; null if it is not a subscription. */
  termMonths: z.number().int().nullable(),
  byEnrollment: z.boolean(),
  /** True if it is sent by post. */
  physical: z.boolean(),
  mostInCart: z.number().int(),
  /** Tiers by enrolment, ascending. */
  tiers: z.array(Tier),
})
export type Product = z.infer<typeof Product>

const taxed = { currency: Currency, taxName: z.string(), taxPercent: z.number() }

export const Price = z.object({
  ...taxed,
  productCode: z.string(),
  unitPrice: z.number(),
  subTotal: z.number(),
  gst: z.number(),
  total: z.number(),
})
export type Price = z.infer<typeof Price>

export const shopApi = {
  listProducts: get('/rest/shop/products', {
    who: 'visitor',
    summary: 'Products in the shop today, without postage; a school sees the prices for its own country',
    input: z.strictObject({ country: z.string().max(100).optional() }),
    reply: z.object({ response: z.array(Product), ...taxed }),
  }),
  previewPrice: get('/rest/shop/price', {
    who: 'visitor',
    summary: 'Today’s price of a product for a quantity and a number of students, with tax',
    input: z.strictObject({
      productCode: code,
      quantity: z.coerce.number().int().min(1).max(999).default(1),
      enrollmentSize: EnrollmentSize.optional(),
      country: z.string().max(100).optional(),
    }),
    reply: z.object({ response: Price }),
  }),
}

/** A price as the desk sees it. */
export const DeskPrice = z.object({
  id: z.string(),
  currency: Currency,
  enrollmentFrom: z.number().int(),
  unitPrice: z.number(),
  startsDate: z.string(),
  endsDate: z.string().nullable(),
  state: z.enum(['PLANNED', 'CURRENT', 'PAST']),
})
export const DeskProduct = Product.omit({ tiers: true }).extend({
  typeName: z.string(),
  /** The last change; updates send it back, so that no one overwrites another's. */
  changedDate: z.string(),
  withdrawnDate: z.string().nullable(),
  prices: z.array(DeskPrice),
})
export type DeskProduct = z.infer<typeof DeskProduct>

const productName = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .refine(...nameRule)
const typeName = z
  .string()
  .trim()
  .max(60)
  .refine(...nameRule)
const productMembers = {
  name: productName,
  productCategory: z.enum(productCategories),
  summary: z.string().trim().max(300),
  description: z.string().trim().max(4000),
  termMonths: z.number().int().min(1).max(60).nullable(),
  typeName,
  byEnrollment: z.boolean(),
  physical: z.boolean(),
  mostInCart: z.number().int().min(1).max(999),
}
/** Whole units with at most two decimals. */
const money = z.number().min(0).max(1_000_000).multipleOf(0.01)

export const deskShopApi = {
  deskProducts: get('/rest/desk/products', {
    who: 'desk',
    summary: 'All products, including withdrawn ones, with all their prices',
    reply: z.object({ response: z.array(DeskProduct) }),
  }),
  addProduct: post('/rest/desk/products', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Add a product',
    input: z.strictObject({ productCode: z.string().regex(/^[A-Z0-9]{3,20}$/), ...productMembers }),
    reply: z.object({ response: DeskProduct }),
  }),
  changeProduct: post('/rest/desk/products/:productCode', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Change a product; existing orders don’t change',
    input: z.strictObject({ productCode: code, changedDate: z.string().max(40), ...productMembers }),
    reply: z.object({ response: DeskProduct }),
  }),
  withdrawProduct: post('/rest/desk/products/:productCode/withdraw', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Withdraw a product, or offer it again',
    input: z.strictObject({ productCode: code, withdrawn: z.boolean() }),
    reply: z.object({ response: DeskProduct }),
  }),
  addPrice: post('/rest/desk/products/:productCode/prices', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Add a price from a date, until a date or until another starts',
    input: z.strictObject({
      productCode: code,
      currency: Currency,
      enrollmentFrom: z.number().int().min(0).max(maxPupils),
      unitPrice: money,
      startsDate: day,
      endsDate: day.nullable(),
    }),
    reply: z.object({ response: DeskProduct }),
  }),
  removePrice: post('/rest/desk/products/:productCode/prices/remove', {
    who: 'desk',
    freshProof: 'always',
    summary: 'Remove a planned price, or end a current one as of yesterday',
    input: z.strictObject({ productCode: code, priceId: z.string().max(100) }),
    reply: z.object({ response: DeskProduct }),
  }),
}

export const shopProblem = problems({
  product_not_found: [404, 'We couldn’t find this product.'],
  not_offered: [409, 'This product is not available at the moment.'],
  no_price: [409, 'There is no price for this product in your country. Please contact the customer team.'],
  enrollment_needed: [400, 'Please enter the number of students.'],
  product_there: [409, 'There is already a product with this code.'],
  price_there: [409, 'There is already a price from this date.'],
  product_changed: [409, 'Someone else has just changed this product. Please close this, check it and try again.'],
  price_not_found: [404, 'We couldn’t find this price.'],
  /** Shown at the fields they concern. */
  price_begins_in_past: [400, 'A price must start today or later.'],
  price_ends_before: [400, 'The last day is before the first day.'],
  not_by_enrollment: [400, 'The price of this product does not depend on the number of students.'],
  price_is_past: [409, 'This price has ended.'],
  /** `errors` has the faults by field. */
  product_wrong: [400, 'Please complete the product.'],
})
