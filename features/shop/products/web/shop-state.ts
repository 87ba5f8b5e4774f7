import { type ProductCategory, productCategories } from '#features/shop/products/rules.ts'

export type ShopState = { category: ProductCategory | ''; query: string }

const shopPath = '/cms/products'
const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

export const readShopState = (search: Record<string, string | string[]>): ShopState => ({
  category: productCategories.find((each) => each === text(search.category)) ?? '',
  query: text(search.query).slice(0, 200),
})

export function productsAddress({ category, query }: Partial<ShopState> = {}): string {
  const search = new URLSearchParams({ ...(category && { category }), ...(query && { query }) }).toString()
  return search ? `${shopPath}?${search}` : shopPath
}

export const productAddress = (code: string): string => `${shopPath}/${encodeURIComponent(code)}`
export const cartAddress = '/cms/cart'
