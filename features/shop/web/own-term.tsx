import { CalendarCheck } from 'lucide-react'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { dayInWords } from './shop-words.ts'
import type { Shop, ShownProduct } from './use-shop.ts'

const dayMs = 86_400_000

/** Somebody whose school has it already is told until when, and that nothing of it is lost by ordering now. */
export function OwnTerm({ product, shop }: { product: ShownProduct; shop: Shop }) {
  const ends = (shop.me?.customer?.subscriptions ?? [])
    .filter(({ productCode }) => productCode === product.productCode)
    .map(({ effectiveEndDate }) => effectiveEndDate.slice(0, 10))
    .toSorted()
    .at(-1)
  const today = new Date().toISOString().slice(0, 10)
  if (!shop.shops || product.termMonths === null || ends === undefined || ends < today) return null
  const last = new Date(ends)
  return (
    <p className="own-term">
      <Icon of={CalendarCheck} />
      <span>
        Your school <Link href="/subscriptions">has this</Link> until {dayInWords(last)}. What you order now goes on
        from {dayInWords(new Date(last.getTime() + dayMs))}: no day is paid twice.
      </span>
    </p>
  )
}
