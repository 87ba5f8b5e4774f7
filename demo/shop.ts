import type { App, Db } from '#app/app.ts'
import { demoProducts } from '#demo/world/shop.ts'
import { businessDay, type Day, dayAfter } from '#kit/day.ts'

const key = 'demo_shop'
/** Prices are valid since before any demo order. */
const longAgo = -400

/** The products of `demo/world/shop.ts`, once per database; also if it had the demo world before. */
export async function loadDemoShop({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = clock()
    const first = await tx
      .insertInto('installation')
      .values({ key, value: JSON.stringify({ loadedAt: now }) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    if (first) await insertProducts(tx, businessDay(clock, now))
  })
}

async function insertProducts(tx: Db, today: Day) {
  const on = (days: number) => dayAfter(today, days)
  // Products that the desk added earlier stay unchanged.
  const added = await tx
    .insertInto('product')
    .values(
      demoProducts.map(({ prices, typeName, ...product }, place) => ({
        ...product,
        place,
        typeName: typeName ?? '',
        termMonths: typeName === undefined ? null : 12,
        byEnrollment: prices.some((price) => price.enrollmentFrom),
      })),
    )
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .execute()
  const codes = new Set(added.map(({ code }) => code))
  const prices = demoProducts
    .filter(({ code }) => codes.has(code))
    .flatMap((product) => product.prices.map((price, index) => ({ ...price, code: product.code, index })))
    .flatMap(({ code, index, enrollmentFrom = 0, aud, nzd, startsInDays = longAgo, endsInDays }) =>
      [['AUD', aud] as const, ['NZD', nzd] as const].map(([currency, unitCents]) => ({
        id: `demo-price-${code}-${currency}-${index}`.toLowerCase(),
        productCode: code,
        currency,
        enrollmentFrom,
        unitCents,
        startsOn: on(startsInDays),
        endsOn: endsInDays === undefined ? null : on(endsInDays),
      })),
    )
  if (prices.length > 0) await tx.insertInto('productPrice').values(prices).execute()
}
