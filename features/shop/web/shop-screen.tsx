import './shop.css'
import { ArrowRight } from 'lucide-react'
import { productCategories } from '#features/shop/rules.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { CountryChoice } from './country-choice.tsx'
import { EnrolmentField } from './enrolment-field.tsx'
import { HowToOrder } from './how-to-order.tsx'
import { priceInWords } from './prices.ts'
import { PricesLine } from './prices-line.tsx'
import { productAddress, productsAddress } from './shop-state.ts'
import { categories } from './shop-words.ts'
import { type Shop, useShop } from './use-shop.ts'
import { YourShop } from './your-shop.tsx'

/** The shop's front page: what there is, by category, at the reader's own prices. */
export function ShopScreen() {
  const shop = useShop()
  return (
    <div className="shop-front">
      <title>Shop</title>
      <header>
        <div>
          <h1>Shop</h1>
          <p className="lead quiet">
            Subscriptions, authority files, courses, and what a library’s desk needs. Pay by card, or ask for an invoice
            and pay within 30 days.
          </p>
        </div>
        <LinkButton href={productsAddress()}>All products</LinkButton>
      </header>
      <YourShop shop={shop} />
      <section className="own-prices" aria-labelledby="own-prices">
        <div>
          <h2 id="own-prices">{shop.shops ? 'Prices for your school' : 'What would it cost your school?'}</h2>
          <p className="quiet">
            {shop.shops
              ? 'Shown for as many pupils and students as your subscriptions are for; another number shows other prices.'
              : 'Enter how many pupils and students it has: all prices follow.'}
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
        <EmptyState title="Nothing is offered at present" hint="Please look in again later." />
      ) : (
        <>
          <PricesLine shop={shop} />
          <div className={shop.stale ? 'category-cards stale' : 'category-cards'}>
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
  const { label, icon, about } = categories[category]
  return (
    <section className="category-card" aria-label={label}>
      <h2>
        <Icon of={icon} />
        <Link href={productsAddress({ category })}>{label}</Link>
      </h2>
      <p className="quiet">{about}</p>
      <ul>
        {products.slice(0, shownOfCategory).map((product) => (
          <li key={product.productCode}>
            <Link className="product-name" href={productAddress(product.productCode)}>
              {product.name}
            </Link>
            <span className="num">{priceInWords(product, shop) ?? 'On request'}</span>
          </li>
        ))}
      </ul>
      {products.length > shownOfCategory && (
        <Link className="more" href={productsAddress({ category })}>
          All {products.length.toLocaleString()} <span className="only-heard">in {label}</span>
          <Icon of={ArrowRight} small />
        </Link>
      )}
    </section>
  )
}

const shownOfCategory = 4
