import { type ProductCategory, productCategories } from '#features/shop/products/rules.ts'
import { listState, oneOf, typedWords } from '#kit/web/list-address.ts'

export type ShopState = { category: ProductCategory | ''; query: string }

const shopPath = '/cms/products'
export const shopList = listState<ShopState>(shopPath, {
  category: oneOf<ShopState['category']>('category', '', productCategories),
  query: typedWords('query'),
})

export const productsAddress = (change: Partial<ShopState> = {}): string => shopList.addressOf(shopList.usual, change)

export const productAddress = (code: string): string => `${shopPath}/${encodeURIComponent(code)}`
export const cartAddress = '/cms/cart'
