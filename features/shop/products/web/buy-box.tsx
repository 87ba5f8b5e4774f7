import { Check, LogIn, ShoppingCart } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useCart } from '#features/shop/cart/web/use-cart.ts'
import { grouped } from '#kit/web/format.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { type CartIntention, signInToAdd, takeIntention } from './add-intention.ts'
import { enrolmentNeeded, wrongEnrolment } from './enrolment.ts'
import { PreviewedPrice, usePreview } from './previewed-price.tsx'
import { CountryChoice } from './price-choices.tsx'
import { cartAddress } from './shop-state.ts'
import { useAdd } from './use-add.ts'
import { heldUntil, type ProductView, type Shop } from './use-shop.ts'

/** Quantity, number of students, price, and the button that adds to the cart. */
export function BuyBox({ product, shop }: { product: ProductView; shop: Shop }) {
  const most = product.mostInCart
  const [count, setCount] = useState('1')
  const [tried, setTried] = useState(false)
  const quantity = /^\d{1,3}$/.test(count.trim()) ? Number(count) : 0
  const fits = quantity >= 1 && quantity <= most
  const preview = usePreview(product, shop, fits ? quantity : undefined)
  const { add, busy, problem } = useAdd(product.name)
  const toCart = useRef<HTMLAnchorElement>(null)
  const { reply } = useCart(shop.shops)
  const there = reply?.response?.items.find(({ productCode }) => productCode === product.productCode)
  const held = heldUntil(shop, product) !== undefined
  const mayOrder = shop.shops || shop.me === null

  const added = useRef(false)
  const put = async (wanted: CartIntention) => {
    added.current = true
    added.current = await add(wanted)
  }
  // The link to the cart takes focus when it appears, because the pressed button may be gone.
  useEffect(() => {
    if (there?.quantity && added.current) toCart.current?.focus()
  }, [there?.quantity])
  const later = useRef(put)
  later.current = put
  // After sign-in, continues what the person was doing.
  useEffect(() => {
    const intention = shop.shops ? takeIntention(product.productCode) : undefined
    if (intention) void later.current(intention)
  }, [shop.shops, product.productCode])

  const enrolmentWrong =
    !product.byEnrollment || shop.enrolment !== undefined
      ? undefined
      : shop.typed.trim() === ''
        ? enrolmentNeeded
        : wrongEnrolment
  const countWrong = fits ? undefined : `Enter a whole number from 1 to ${grouped(most)}`
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setTried(true)
    if (enrolmentWrong || countWrong) {
      document.getElementById(enrolmentWrong ? 'enrolment' : 'quantity')?.focus()
      return
    }
    const addition = {
      productCode: product.productCode,
      quantity,
      ...(product.byEnrollment ? { enrollmentSize: shop.enrolment! } : {}),
    }
    if (shop.shops) void put(addition)
    else signInToAdd(addition)
  }
  const full = there !== undefined && there.quantity >= most

  return (
    <form className="buy-box stack gap-14 framed-2 on-surface" noValidate onSubmit={submit} aria-label="Order">
      <CountryChoice shop={shop} />
      {product.byEnrollment && (
        <TextField
          id="enrolment"
          required
          label="Number of students"
          hint="At the whole school. Determines the price."
          className="num"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          value={shop.typed}
          error={tried || shop.typed.trim() !== '' ? enrolmentWrong : undefined}
          onChange={(event) => shop.type(event.target.value)}
        />
      )}
      {most > 1 && (
        <TextField
          id="quantity"
          required
          label="Quantity"
          hint={`At most ${grouped(most)} per order.`}
          className="num"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={count}
          error={countWrong}
          onChange={(event) => setCount(event.target.value)}
        />
      )}
      <PreviewedPrice product={product} shop={shop} quantity={quantity} preview={preview} />
      {problem && <ErrorBox messages={problem.messages} />}
      {there && (
        <p className="gap-8 row weight-550 ink-ok">
          <Check className="icon" aria-hidden />
          {there.quantity > 1 ? `${grouped(there.quantity)} in your cart.` : 'In your cart.'}
        </p>
      )}
      {there && (
        <LinkButton look="main" icon={ShoppingCart} href={cartAddress} ref={toCart}>
          Go to your cart
        </LinkButton>
      )}
      {mayOrder && !full && product.tiers.length > 0 && (
        <Button
          look={there || held ? 'plain' : 'main'}
          type="submit"
          icon={shop.shops ? ShoppingCart : LogIn}
          busy={busy}
        >
          {there ? 'Add more' : held ? 'Add renewal to cart' : shop.shops ? 'Add to cart' : 'Sign in and add to cart'}
        </Button>
      )}
      {!mayOrder && <p className="why">Library staff place orders.</p>}
    </form>
  )
}
