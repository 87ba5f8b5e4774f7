import type { Product } from '../contract.ts'
import type { PricedProduct } from './products.ts'

/** As everybody sees it, but for its prices. */
export const toProduct = (product: PricedProduct): Omit<Product, 'tiers'> => ({
  productCode: product.code,
  name: product.name,
  productCategory: product.category,
  summary: product.summary,
  description: product.description,
  termMonths: product.termMonths,
  byEnrollment: product.byEnrollment,
  physical: product.physical,
  mostInCart: product.mostInCart,
})

/** Lines as they were typed, without what no screen can show. */
export const plainText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    .replace(/\p{Cc}/gu, (character) => (character === '\n' ? '\n' : ''))
    .trim()
