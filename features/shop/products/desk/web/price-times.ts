import type { DeskProduct } from '#features/shop/products/contract.ts'
import { type Day, dayAfter, dayMs, dayOfMidnight } from '#kit/day.ts'
import type { Dated } from '#kit/web/dates.ts'
import { grouped } from '#kit/web/format.ts'
import { type Currency, priceOn } from '../../rules.ts'

export type DeskProductView = Dated<DeskProduct>
export type DeskPriceView = DeskProductView['prices'][number]

export type TierOfDay = { enrollmentFrom: number; byCurrency: Partial<Record<Currency, DeskPriceView>> }

/** The prices of a day: a line per tier, with each currency's price. */
export function pricesOn(prices: readonly DeskPriceView[], day: Day): TierOfDay[] {
  const plain = prices.map((price) => ({
    ...{ price, currency: price.currency, enrollmentFrom: price.enrollmentFrom },
    ...{
      unitCents: 0,
      startsOn: dayOfMidnight(price.startsDate!),
      endsOn: price.endsDate && dayOfMidnight(price.endsDate),
    },
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

/** The next day on which a price changes; undefined if none is planned. */
export const nextChange = (prices: readonly DeskPriceView[], today: Day): string | undefined =>
  prices
    .flatMap(({ startsDate, endsDate }) => [
      ...(startsDate ? [dayOfMidnight(startsDate)] : []),
      ...(endsDate ? [dayAfter(dayOfMidnight(endsDate), 1)] : []),
    ])
    .filter((day) => day > today)
    .toSorted()[0]

/** The timeline's range: half a year back, at least a year ahead, and everything planned. */
export function stretchOf(prices: readonly DeskPriceView[], now: Date): { from: number; to: number } {
  const last = Math.max(...prices.map(({ startsDate, endsDate }) => (endsDate ?? startsDate)?.getTime() ?? 0), 0)
  return { from: now.getTime() - 183 * dayMs, to: Math.max(now.getTime() + 365 * dayMs, last + 60 * dayMs) }
}

/** When the next open-ended price of its currency and tier begins, in milliseconds; undefined if there is none. */
function followerOf(price: DeskPriceView, all: readonly DeskPriceView[]): number | undefined {
  const begins = price.startsDate?.getTime() ?? 0
  return all
    .filter((each) => each.currency === price.currency && each.enrollmentFrom === price.enrollmentFrom)
    .filter((each) => each.endsDate === null && (each.startsDate?.getTime() ?? 0) > begins)
    .map((each) => each.startsDate!.getTime())
    .toSorted((a, b) => a - b)[0]
}

/** The last day of a price: its own, or the day before its successor; null if open-ended. */
export function lastDayOf(price: DeskPriceView, all: readonly DeskPriceView[]): Date | null {
  const next = followerOf(price, all)
  const own = price.endsDate?.getTime()
  if (next === undefined && own === undefined) return null
  return new Date(
    Math.min(own ?? Number.POSITIVE_INFINITY, next === undefined ? Number.POSITIVE_INFINITY : next - dayMs),
  )
}

/** A price's position on the timeline, in percent. */
export function barOf(price: DeskPriceView, all: readonly DeskPriceView[], { from, to }: { from: number; to: number }) {
  const last = lastDayOf(price, all)
  const percent = (time: number) => Math.min(100, Math.max(0, ((time - from) / (to - from)) * 100))
  const left = percent(price.startsDate?.getTime() ?? from)
  return { left, width: Math.max(0, percent(last ? last.getTime() + dayMs : to) - left) }
}

export const formatTier = (enrollmentFrom: number, byEnrollment: boolean): string =>
  byEnrollment ? `From ${grouped(Math.max(1, enrollmentFrom))}` : 'Any number'
