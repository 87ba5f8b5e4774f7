import { normalised } from '#kit/normalised.ts'
import './shop.css'
import { SearchX } from 'lucide-react'
import { useRef } from 'react'
import { productCategories } from '#features/shop/products/rules.ts'
import { formatDay, grouped } from '#kit/web/format.ts'
import { useListState } from '#kit/web/list-address.ts'
import { useTypedSearch } from '#kit/web/use-typed-search.ts'
import { LinkButton } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Link } from '#ui/link.tsx'
import { Marked } from '#ui/marked.tsx'
import { wordsOfQuery } from '#ui/marked-words.ts'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Status } from '#ui/tags.tsx'
import { AddHere } from './add-here.tsx'
import { CountryChoice, EnrolmentField, PricesLine } from './price-choices.tsx'
import { formatPrice, priceOf } from './prices.ts'
import { ProductPicture } from './product-picture.tsx'
import { categories, pupils } from './shop-labels.ts'
import { productAddress, productsAddress, type ShopState, shopList } from './shop-state.ts'
import { heldUntil, type ProductView, type Shop, useShop } from './use-shop.ts'

export function ProductsScreen() {
  const shop = useShop()
  const state = useListState(shopList)
  const heading = useRef<HTMLHeadingElement>(null)
  const search = useTypedSearch(state.query, (query) => productsAddress({ ...state, query }))
  const title = state.category ? categories[state.category].label : 'Products'
  const all = shop.products
  const found = all && findProducts(all, state)
  const shown = productCategories.filter((each) => found?.some(({ productCategory }) => productCategory === each))
  return (
    <div className="shop-products stack items-start one-column-860">
      <title>{title}</title>
      <nav className="shop-nav stack no-print" aria-label="Categories">
        <CategoryLink
          label="All products"
          current={state.category === ''}
          href={productsAddress({ query: state.query })}
          count={all?.length}
        />
        {productCategories
          .filter((each) => all?.some(({ productCategory }) => productCategory === each))
          .map((each) => (
            <CategoryLink
              key={each}
              label={categories[each].label}
              current={state.category === each}
              href={productsAddress({ category: each, query: state.query })}
              count={all?.filter(({ productCategory }) => productCategory === each).length}
            />
          ))}
      </nav>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="lead quiet mt-2">
          {state.category ? categories[state.category].about : 'Order by card or invoice.'}
        </p>
        <search className="shop-bar stack items-start mt-16 line-above pt-16 no-print">
          <TextField
            label="Find a product"
            type="search"
            autoComplete="off"
            maxLength={200}
            placeholder="Scanner, course, headings"
            {...search}
          />
          <EnrolmentField shop={shop} />
          <CountryChoice shop={shop} />
        </search>
        {shop.problem && !all ? (
          <ErrorBox className="mt-18" messages={shop.problem.messages} onRetry={shop.again} />
        ) : !found ? (
          <Skeleton lines={8} width="80%" />
        ) : found.length === 0 ? (
          <EmptyState
            icon={SearchX}
            title={state.query ? `Nothing found for “${state.query}”` : 'No products here at the moment'}
            hint={state.query ? 'Try another word, or browse all products.' : 'Try another category.'}
          >
            <LinkButton href={productsAddress()}>All products</LinkButton>
          </EmptyState>
        ) : (
          <div className={shop.stale ? 'dimmed' : undefined}>
            <PricesLine shop={shop} />
            {shown.map((category) => (
              <section key={category} aria-label={categories[category].label}>
                <h2 className={state.category ? 'only-heard' : undefined}>{categories[category].label}</h2>
                <ul className="mb-8 ruled">
                  {found
                    .filter(({ productCategory }) => productCategory === category)
                    .map((product) => (
                      <ProductLine
                        key={product.productCode}
                        product={product}
                        shop={shop}
                        words={wordsOfQuery(state.query)}
                      />
                    ))}
                </ul>
              </section>
            ))}
          </div>
        )}
        <p className="only-heard" role="status">
          {found && state.query ? `${found.length} found` : ''}
        </p>
      </div>
    </div>
  )
}

const CategoryLink = (props: { label: string; current: boolean; href: string; count: number | undefined }) => (
  <Link className="side-link" href={props.href} aria-current={props.current ? 'page' : undefined}>
    {props.label}
    {props.count !== undefined && <span className="count num">{grouped(props.count)}</span>}
  </Link>
)

const fold = (text: string) => normalised(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Products of a category that contain every word in name, code, category or description. */
function findProducts(products: readonly ProductView[], { category, query }: ShopState): ProductView[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return products.filter((product) => {
    if (category && product.productCategory !== category) return false
    const { name, productCode, productCategory, summary, description } = product
    const text = fold([name, productCode, productCategory, summary, description].join('\n'))
    return words.every((word) => text.includes(word))
  })
}

/** A product in the list: description, price, and the button that adds to the cart. */
const ProductLine = ({ product, shop, words }: { product: ProductView; shop: Shop; words: string[] }) => (
  <li className="product-line stack items-start py-16">
    <ProductPicture of={product.productCategory} />
    <div>
      <h3>
        <Link className="product-name title plain-link" href={productAddress(product.productCode)}>
          <Marked text={product.name} words={words} />
        </Link>
      </h3>
      <p className="about aside">
        <Marked text={product.summary} words={words} />
      </p>
      <HeldUntil product={product} shop={shop} />
    </div>
    <ProductPrice product={product} shop={shop} />
    <AddHere product={product} shop={shop} />
  </li>
)

function HeldUntil({ product, shop }: { product: ProductView; shop: Shop }) {
  const until = heldUntil(shop, product)
  return (
    until && (
      <p className="mt-6">
        <Status tone="ok">{`You have this until ${formatDay(until, 'long')}`}</Status>
      </p>
    )
  )
}

/** The reader's price, with its enrolment and last day if known. */
function ProductPrice({ product, shop }: { product: ProductView; shop: Shop }) {
  const price = priceOf(product, shop.enrolment)
  const for_ = product.byEnrollment && price && !price.from && shop.enrolment !== undefined
  return (
    <div className="product-price stack text-right">
      <span className="amount num weight-600">{formatPrice(product, shop) ?? 'On request'}</span>
      {for_ && <span className="why">for {pupils(shop.enrolment!)}</span>}
      {price?.from && <span className="why">by number of students</span>}
      {!price && <span className="why">not available in your country yet</span>}
      {price?.tier.endsDate && <Status tone="ok">{`until ${formatDay(price.tier.endsDate, 'long')}`}</Status>}
    </div>
  )
}
