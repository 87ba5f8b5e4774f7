import './shop.css'
import { PackageX } from 'lucide-react'
import { useParams } from '#kit/web/router.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { BuyBox } from './buy-box.tsx'
import { OwnTerm } from './own-term.tsx'
import { priceInWords } from './prices.ts'
import { productAddress, productsAddress } from './shop-state.ts'
import { categories } from './shop-words.ts'
import { TierTable } from './tier-table.tsx'
import { type Shop, type ShownProduct, useShop } from './use-shop.ts'

export function ProductScreen() {
  const { productCode } = useParams()
  const shop = useShop()
  const product = shop.products?.find((each) => each.productCode === productCode)
  return (
    <div className="shop-product">
      <BackLink fallback={{ href: productsAddress(), title: 'Products' }} />
      {product ? (
        <Product key={product.productCode} product={product} shop={shop} />
      ) : shop.problem && !shop.products ? (
        <>
          <h1>Product</h1>
          <ErrorBox messages={shop.problem.messages} onRetry={shop.again} />
        </>
      ) : !shop.products ? (
        <Skeleton lines={6} width="60%" />
      ) : (
        <EmptyState
          top
          icon={PackageX}
          title="This product is not offered."
          hint="It may have been withdrawn, or the address has a mistake in it."
        >
          <title>Not found</title>
          <LinkButton look="main" href={productsAddress()}>
            All products
          </LinkButton>
        </EmptyState>
      )}
    </div>
  )
}

function Product({ product, shop }: { product: ShownProduct; shop: Shop }) {
  const { label } = categories[product.productCategory]
  const others = shop.products!.filter((each) => each !== product && each.productCategory === product.productCategory)
  return (
    <>
      <title>{product.name}</title>
      <div className="product-page">
        <header>
          <p className="quiet">
            <Link href={productsAddress({ category: product.productCategory })}>{label}</Link>
          </p>
          <h1>{product.name}</h1>
          {product.summary && <p className="summary">{product.summary}</p>}
        </header>
        <BuyBox product={product} shop={shop} />
        <div className="product-text">
          <OwnTerm product={product} shop={shop} />
          {product.description
            .split(/\n\s*\n/)
            .filter((part) => part.trim() !== '')
            .map((part) => (
              <p key={part}>{part}</p>
            ))}
          <TierTable product={product} shop={shop} />
          <dl className="product-facts">
            <dt>Product code</dt>
            <dd>
              <code>{product.productCode}</code>
            </dd>
            <dt>Delivery</dt>
            <dd>
              {product.physical ? 'By post; postage is added to the order.' : 'Online, as soon as it is ordered.'}
            </dd>
          </dl>
          {others.length > 0 && (
            <section className="others" aria-labelledby="others">
              <h2 id="others">Also in {label}</h2>
              <ul>
                {others.map((each) => (
                  <li key={each.productCode}>
                    <Link className="product-name" href={productAddress(each.productCode)}>
                      {each.name}
                    </Link>
                    <span className="quiet num">{priceInWords(each, shop)}</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
    </>
  )
}
