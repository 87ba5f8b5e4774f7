import { dayAfter } from '#kit/day.ts'
import './shop.css'
import { CalendarCheck, PackageX } from 'lucide-react'
import { formatDay, shortMoney } from '#kit/web/format.ts'
import { useParams } from '#kit/web/router.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { BuyBox } from './buy-box.tsx'
import { formatPrice, formatTier, formatUnit, tierFor } from './prices.ts'
import { ProductPicture } from './product-picture.tsx'
import { categories, formatTax } from './shop-labels.ts'
import { productAddress, productsAddress } from './shop-state.ts'
import { heldUntil, type ProductView, type Shop, useShop } from './use-shop.ts'

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
          title="We couldn’t find this product."
          hint="It may have been withdrawn, or the address may be wrong."
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

function Product({ product, shop }: { product: ProductView; shop: Shop }) {
  const { label } = categories[product.productCategory]
  const others = shop.products!.filter((each) => each !== product && each.productCategory === product.productCategory)
  return (
    <>
      <title>{product.name}</title>
      <div className="product-page stack items-start mt-10">
        <header className="flex items-start gap-20">
          <ProductPicture of={product.productCategory} large />
          <div>
            <p className="quiet text-small">
              <Link href={productsAddress({ category: product.productCategory })}>{label}</Link>
            </p>
            <h1>{product.name}</h1>
            {product.summary && <p className="summary measure mt-6 ink-2 text-17">{product.summary}</p>}
          </div>
        </header>
        <BuyBox product={product} shop={shop} />
        <div className="product-text">
          <OwnTerm product={product} shop={shop} />
          {product.description
            .split(/\n\s*\n/)
            .filter((part) => part.trim() !== '')
            .map((part) => (
              <p className="measure mb-12" key={part}>
                {part}
              </p>
            ))}
          <TierTable product={product} shop={shop} />
          <dl className="product-facts stack mt-22 pt-16 line-above text-small">
            <dt className="ink-3">Product code</dt>
            <dd>
              <code>{product.productCode}</code>
            </dd>
            <dt className="ink-3">Delivery</dt>
            <dd>{product.physical ? 'By post; postage is added to your order.' : 'Online, as soon as you order.'}</dd>
          </dl>
          {others.length > 0 && (
            <section className="others mt-28 pt-16 line-above" aria-labelledby="others">
              <h2 id="others">Also in {label}</h2>
              <ul>
                {others.map((each) => (
                  <li className="split gap-0-14 items-baseline py-6" key={each.productCode}>
                    <Link className="product-name title plain-link" href={productAddress(each.productCode)}>
                      {each.name}
                    </Link>
                    <span className="quiet num text-small">{formatPrice(each, shop)}</span>
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

/** Shows a school that has the product when its term ends, and that ordering now loses no day of it. */
function OwnTerm({ product, shop }: { product: ProductView; shop: Shop }) {
  const until = heldUntil(shop, product)
  if (!shop.shops || until === undefined) return null
  return (
    <p className="own-term measure gap-12 p-12-16 rounded stack">
      <Icon className="mt-2 ink-ok" of={CalendarCheck} />
      <span>
        You <Link href="/subscriptions">have this</Link> until {formatDay(until, 'long')}. If you renew now, the new
        term starts on {formatDay(dayAfter(until, 1), 'long')}, so you won’t pay twice.
      </span>
    </p>
  )
}

/** All prices of a product that depends on enrolment, with the reader's row highlighted. */
function TierTable({ product, shop }: { product: ProductView; shop: Shop }) {
  if (!product.byEnrollment || product.tiers.length < 2) return null
  const own = shop.enrolment === undefined ? undefined : tierFor(product, shop.enrolment)
  const tax = formatTax(shop)
  return (
    <section className="tiers mt-22" aria-labelledby="tiers">
      <h2 id="tiers">Prices</h2>
      <DataTable
        caption="Prices by number of students"
        columns={[
          {
            head: 'Number of students',
            className: 'num',
            cell: (tier, i) => (
              <>
                {formatTier(product, i)}
                {tier === own && <span className="own ink-link text-note">Yours</span>}
              </>
            ),
          },
          {
            head: `${shop.currency} ${formatUnit(product)}`,
            number: true,
            cell: ({ unitPrice, endsDate }) => (
              <>
                {shortMoney(unitPrice, shop.currency)}
                {endsDate && <span className="why"> until {formatDay(endsDate, 'long')}</span>}
              </>
            ),
          },
        ]}
        rows={product.tiers}
        keyOf={({ enrollmentFrom }) => enrollmentFrom}
        current={own && product.tiers.indexOf(own)}
      />
      <p className="why">{tax ? `Excluding ${tax}.` : 'No tax applies.'}</p>
    </section>
  )
}
