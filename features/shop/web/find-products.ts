import type { ShopState } from './shop-state.ts'
import type { ShownProduct } from './use-shop.ts'

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Those of a category in which every word is found, in the name, the code, the category or what is said about it. */
export function findProducts(products: readonly ShownProduct[], { category, query }: ShopState): ShownProduct[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return products.filter((product) => {
    if (category && product.productCategory !== category) return false
    const { name, productCode, productCategory, summary, description } = product
    const text = fold([name, productCode, productCategory, summary, description].join('\n'))
    return words.every((word) => text.includes(word))
  })
}
