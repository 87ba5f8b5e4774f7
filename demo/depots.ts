import type { App } from '#app/app.ts'
import { demoDepots } from '#demo/world/depots.ts'

const key = 'demo_depots'

/** The depots of `demo/world/depots.ts`, once per database; also if it had the demo world before. */
export async function loadDemoDepots({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const createdAt = clock()
    const first = await tx
      .insertInto('installation')
      .values({ key, value: JSON.stringify({ loadedAt: createdAt }) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!first) return
    await tx
      .insertInto('depot')
      .values(demoDepots.map((depot) => ({ ...depot, customerId: null, createdAt })))
      .execute()
  })
}
