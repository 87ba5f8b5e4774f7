import { Link } from '#ui/link.tsx'
import { Marked } from '#ui/marked.tsx'
import { AddHere } from './add-here.tsx'
import { ProductPrice } from './product-price.tsx'
import { productAddress } from './shop-state.ts'
import type { Shop, ShownProduct } from './use-shop.ts'

/** A product in the list: what it is, what it costs, and into the cart. */
export const ProductLine = ({ product, shop, words }: { product: ShownProduct; shop: Shop; words: string[] }) => (
  <li className="product-line">
    <div>
      <h3>
        <Link className="product-name" href={productAddress(product.productCode)}>
          <Marked text={product.name} words={words} />
        </Link>
      </h3>
      <p className="about">
        <Marked text={product.summary} words={words} />
      </p>
    </div>
    <ProductPrice product={product} shop={shop} />
    <AddHere product={product} shop={shop} />
  </li>
)
