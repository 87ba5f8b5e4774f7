import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { shopApi } from '#features/shop/products/contract.ts'
import { anotherCountry } from '#features/shop/products/rules.ts'
import type { Day } from '#kit/day.ts'
import type { Answer } from '#kit/web/call.ts'
import { businessDay } from '#kit/web/dates.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useUnsentText } from '#kit/web/use-unsent-text.ts'
import { useEnrolment } from './enrolment.ts'

export type ProductView = Answer<typeof shopApi.listProducts>['response'][number]
export type Shop = ReturnType<typeof useShop>

export const countries = ['Australia', 'New Zealand', anotherCountry]

/** The last day of the school's own term of a product, if it has one. */
export const heldUntil = ({ me }: Shop, product: ProductView): Day | undefined =>
  product.termMonths === null
    ? undefined
    : (me?.customer?.subscriptions ?? [])
        .filter(({ productCode }) => productCode === product.productCode)
        .map(({ effectiveEndDate }) => effectiveEndDate)
        .filter((day) => day >= businessDay())
        .toSorted()
        .at(-1)

/** The reader's products: a school sees its own country's prices, a visitor those of the chosen one. */
export function useShop() {
  const me = useCurrentUser()
  const [chosen, choose] = useUnsentText('shop-country')
  const country = me?.customer ? undefined : countries.includes(chosen) ? chosen : countries[0]!
  const { reply, problem, stale, again } = useLatestReply(shopApi.listProducts, country ? { country } : {})
  const { text, type, enrolment } = useEnrolment()
  return {
    me,
    shops: isSchoolStaff(me),
    /** Undefined for a school. */
    country,
    chooseCountry: choose,
    products: reply?.response,
    currency: reply?.currency ?? 'AUD',
    taxName: reply?.taxName ?? '',
    taxPercent: reply?.taxPercent ?? 0,
    problem,
    stale,
    again,
    typed: text,
    type,
    enrolment,
  }
}
