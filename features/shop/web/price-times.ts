import type { DeskProduct } from '#features/shop/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { type Currency, priceOn } from '../rules.ts'

export type ShownDeskProduct = Dated<DeskProduct>
export type ShownDeskPrice = ShownDeskProduct['prices'][number]

/** `2026-11-21`. */
export const dayOf = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? ''

const dayMs = 24 * 60 * 60 * 1000

export type PriceOfDay = { price: ShownDeskPrice; enrollmentFrom: number }
export type TierOfDay = { enrollmentFrom: number; byCurrency: Partial<Record<Currency, ShownDeskPrice>> }

/** What is asked on a day: a line for each tier, with the price of each currency. */
export function pricesOn(prices: readonly ShownDeskPrice[], day: string): TierOfDay[] {
  const plain = prices.map((price) => ({
    ...{ price, currency: price.currency, enrollmentFrom: price.enrollmentFrom },
    ...{ unitCents: 0, startsOn: dayOf(price.startsDate), endsOn: price.endsDate ? dayOf(price.endsDate) : null },
  }))
  const good = plain.filter(({ startsOn, endsOn }) => startsOn <= day && (endsOn === null || day <= endsOn))
  const tiers = [...new Set(good.map(({ enrollmentFrom }) => enrollmentFrom))].toSorted((a, b) => a - b)
  const priceAt = (currency: Currency, enrollment: number) =>
    plain.find((each) => each === priceOn(plain, { currency, enrollment, day }))?.price
  return tiers.map((enrollmentFrom) => {
    const [aud, nzd] = [priceAt('AUD', enrollmentFrom), priceAt('NZD', enrollmentFrom)]
    return { enrollmentFrom, byCurrency: { ...(aud ? { AUD: aud } : {}), ...(nzd ? { NZD: nzd } : {}) } }
  })
}

/** The next day on which something changes, and what is asked then; undefined where nothing is planned. */
export const nextChange = (prices: readonly ShownDeskPrice[], today: string): string | undefined =>
  prices
    .flatMap(({ startsDate, endsDate }) => [
      dayOf(startsDate),
      endsDate ? dayOf(new Date(endsDate.getTime() + dayMs)) : '',
    ])
    .filter((day) => day > today)
    .toSorted()[0]

/** The stretch of time that is drawn: half a year back, at least a year on, and all that is planned. */
export function stretchOf(prices: readonly ShownDeskPrice[], now: Date): { from: number; to: number } {
  const last = Math.max(...prices.map(({ startsDate, endsDate }) => (endsDate ?? startsDate)?.getTime() ?? 0), 0)
  return { from: now.getTime() - 183 * dayMs, to: Math.max(now.getTime() + 365 * dayMs, last + 60 * dayMs) }
}

/** Where a price lies in that stretch, in percent; it ends where another of its kind begins that goes on. */
export function barOf(
  price: ShownDeskPrice,
  all: readonly ShownDeskPrice[],
  { from, to }: { from: number; to: number },
) {
  const begins = price.startsDate?.getTime() ?? from
  const followers = all
    .filter((each) => each.currency === price.currency && each.enrollmentFrom === price.enrollmentFrom)
    .filter((each) => each.endsDate === null && (each.startsDate?.getTime() ?? 0) > begins)
    .map((each) => each.startsDate!.getTime())
  const ends = Math.min(price.endsDate ? price.endsDate.getTime() + dayMs : to, ...followers, to)
  const percent = (time: number) => Math.min(100, Math.max(0, ((time - from) / (to - from)) * 100))
  const left = percent(begins)
  return { left, width: Math.max(0, percent(ends) - left) }
}

export const tierInWords = (enrollmentFrom: number): string =>
  enrollmentFrom <= 1 ? 'Any enrolment' : `From ${enrollmentFrom.toLocaleString()}`
