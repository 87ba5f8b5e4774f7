import './shop.css'
import { ArrowRight, RefreshCw, ShoppingCart } from 'lucide-react'
import { useCart } from '#features/shop/cart/web/use-cart.ts'
import { productCategories } from '#features/shop/products/rules.ts'
import { formatDay, grouped } from '#kit/web/format.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { CountryChoice, EnrolmentField, PricesLine } from './price-choices.tsx'
import { formatPrice } from './prices.ts'
import { ProductPicture } from './product-picture.tsx'
import { categories } from './shop-labels.ts'
import { cartAddress, productAddress, productsAddress } from './shop-state.ts'
import { heldUntil, type Shop, useShop } from './use-shop.ts'

/** The shop's front page: products by category, at the reader's prices. */
export function ShopScreen() {
  const shop = useShop()
  return (
    <div className="shop-front">
      <title>Shop</title>
      <header className="split items-start gap-12-24">
        <div>
          <h1>Shop</h1>
          <p className="lead quiet measure mt-4">
            Subscriptions, authority files, courses and library supplies. Pay by card, or request an invoice and pay
            within 30 days.
          </p>
        </div>
        <LinkButton href={productsAddress()}>All products</LinkButton>
      </header>
      <YourShop shop={shop} />
      <section className="own-prices stack items-start mt-22 line-around" aria-labelledby="own-prices">
        <div>
          <h2 className="title-huge" id="own-prices">
            {shop.shops ? 'Prices for your school' : 'What will it cost your school?'}
          </h2>
          <p className="quiet">
            {shop.shops
              ? 'Shown for the number of students in your subscriptions. Change it to see other prices.'
              : 'Enter your number of students to see your prices.'}
          </p>
        </div>
        <EnrolmentField shop={shop} />
        <CountryChoice shop={shop} />
      </section>
      {shop.problem && !shop.products ? (
        <ErrorBox messages={shop.problem.messages} onRetry={shop.again} />
      ) : !shop.products ? (
        <Skeleton lines={8} width="80%" />
      ) : shop.products.length === 0 ? (
        <EmptyState title="No products at the moment" hint="Please check again later." />
      ) : (
        <>
          <PricesLine shop={shop} />
          <div className={shop.stale ? 'category-cards stack mt-22 dimmed' : 'category-cards stack mt-22'}>
            {productCategories.map((category) => (
              <CategoryCard key={category} category={category} shop={shop} />
            ))}
          </div>
        </>
      )}
      <HowToOrder />
    </div>
  )
}

function CategoryCard({ category, shop }: { category: keyof typeof categories; shop: Shop }) {
  const products = shop.products!.filter(({ productCategory }) => productCategory === category)
  if (products.length === 0) return null
  const { label, about } = categories[category]
  return (
    <section className="category-card" aria-label={label}>
      <h2 className="row gap-10 pb-6 plain-links">
        <ProductPicture of={category} />
        <Link className="ink" href={productsAddress({ category })}>
          {label}
        </Link>
      </h2>
      <p className="quiet">{about}</p>
      <ul className="ruled">
        {products.slice(0, shownOfCategory).map((product) => {
          const until = heldUntil(shop, product)
          return (
            <li className="priced stack items-baseline gap-14 py-8" key={product.productCode}>
              <Link className="product-name title plain-link" href={productAddress(product.productCode)}>
                {product.name}
              </Link>
              <span className="num aside nowrap">
                {until ? `You have this until ${formatDay(until)}` : (formatPrice(product, shop) ?? 'On request')}
              </span>
            </li>
          )
        })}
      </ul>
      {products.length > shownOfCategory && (
        <Link className="more inline-row gap-6 items-center py-6 text-small" href={productsAddress({ category })}>
          All {grouped(products.length)} <span className="only-heard">in {label}</span>
          <Icon of={ArrowRight} small />
        </Link>
      )}
    </section>
  )
}

const shownOfCategory = 4

/** For people who order here for the first time. */
const HowToOrder = () => (
  <section className="how-to-order pt-18 line-above" aria-labelledby="how-to-order">
    <h2 className="title-huge" id="how-to-order">
      How ordering works
    </h2>
    <ol className="stack mt-10">
      <li className="aside stack">
        <b className="ink weight-600">Fill your cart.</b> Need approval first? Get a quote as PDF. Its prices are valid
        for 30 days.
      </li>
      <li className="aside stack">
        <b className="ink weight-600">Review the order.</b> Check your organisation, contacts, tax and postage before
        you order.
      </li>
      <li className="aside stack">
        <b className="ink weight-600">Pay by card, or request an invoice.</b> Invoices are due in 30 days. We email them
        to your contacts.
      </li>
      <li className="aside stack">
        <b className="ink weight-600">Start.</b> Subscriptions start the same day, or when your current one ends. Posted
        items follow.
      </li>
    </ol>
  </section>
)

/** The reader's open cart, and subscriptions due for renewal. */
function YourShop({ shop }: { shop: Shop }) {
  const { reply } = useCart(shop.shops)
  if (!shop.shops) return null
  const cart = reply?.response
  const codes = new Set(cart?.items.map(({ productCode }) => productCode))
  const offered = new Set(shop.products?.map(({ productCode }) => productCode))
  const due = (shop.me?.customer?.subscriptions ?? []).filter(
    ({ dueForRenewal, productCode }) => dueForRenewal && !codes.has(productCode) && offered.has(productCode),
  )
  if (!cart?.count && due.length === 0) return null
  return (
    <ul className="your-shop stack gap-8 mt-18" aria-label="Your cart and renewals">
      {due.map((each) => (
        <li className="rounded on-accent-soft split items-center gap-8-16" key={each.id}>
          <span>
            <b className="weight-600">{each.product.name}</b> ends on{' '}
            {formatDay(new Date(each.effectiveEndDate), 'long')}.
          </span>
          <LinkButton icon={RefreshCw} href={productAddress(each.productCode)}>
            Renew<span className="only-heard"> {each.product.name}</span>
          </LinkButton>
        </li>
      ))}
      {cart && cart.count > 0 && (
        <li className="rounded on-accent-soft split items-center gap-8-16">
          <span>
            <b className="weight-600">Your cart</b> has {cart.count === 1 ? 'one item' : `${grouped(cart.count)} items`}
            .
          </span>
          <LinkButton icon={ShoppingCart} href={cartAddress}>
            Go to your cart
          </LinkButton>
        </li>
      )}
    </ul>
  )
}
