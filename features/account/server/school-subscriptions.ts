import type { App } from '#app/app.ts'

/** A school's subscriptions, the last to end first. */
export async function subscriptionsOf({ db, recall }: Pick<App, 'db' | 'recall'>, customerId: string) {
  const found = await recall(`subscriptions ${customerId}`, async () => ({
    of: [customerId],
    value: await db
      .selectFrom('subscription')
      .where('customerId', '=', customerId)
      .orderBy('endsOn', 'desc')
      .orderBy('id')
      .select(['id', 'typeName', 'productCode', 'productName', 'startsOn', 'endsOn', 'dueForRenewal'])
      .execute(),
  }))
  return found!
}
