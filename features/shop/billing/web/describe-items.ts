import { postageCategory } from '#features/shop/billing/rules.ts'
import { grouped } from '#kit/web/format.ts'

type Item = { quantity: number; description: string; productCategory: string }

/** `2 × Barcode labels, 1,000; Catalogue data, one year`, without postage. */
export const describeItems = (items: readonly Item[]): string =>
  items
    .filter(({ productCategory }) => productCategory !== postageCategory)
    .map(({ quantity, description }) => (quantity > 1 ? `${grouped(quantity)} × ${description}` : description))
    .join('; ')
