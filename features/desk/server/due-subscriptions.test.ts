import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { accountApi } from '#features/account/contract.ts'
import { subscriptionsApi } from '#features/shop/subscriptions/contract.ts'
import { businessDay, dayAfter } from '#kit/day.ts'
import { deskApi } from '../contract.ts'
import { manage } from './admin-commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

/** Type, days until the end, the desk's mark, and an end of a later term. */
const terms: [due: boolean, typeName: string, endsInDays: number, marked: boolean, laterInDays?: number][] = [
  [true, 'SUBSCRIPTION', 60, false],
  [false, 'SUBSCRIPTION', 61, false],
  [true, 'SUBSCRIPTION', 61, true],
  [true, 'SUBSCRIPTION', -365, false],
  [false, 'SUBSCRIPTION', -366, false],
  [true, 'SUBSCRIPTION', -366, true],
  [false, 'SUBSCRIPTION', 10, false, 375],
  [false, 'SUBSCRIPTION', 10, true, 375],
  [false, 'TRIAL', 10, false],
  [true, 'TRIAL', 10, true],
  [false, 'COMPLIMENTARY', -1, false],
]

test.each(terms)(
  'school, API, desk and command line agree: due %s for %j',
  async (due, typeName, ends, mark, later) => {
    await app.db.deleteFrom('subscription').execute()
    const today = businessDay(app.clock)
    const add = (id: string, endsInDays: number, dueForRenewal: boolean) =>
      app.db
        .insertInto('subscription')
        .values({
          ...{ id, customerId: 'demo-riverside', typeName, productCode: 'P', productName: 'P', dueForRenewal },
          ...{ startsOn: dayAfter(today, -500), endsOn: dayAfter(today, endsInDays) },
        })
        .execute()
    await add('one', ends, mark)
    if (later !== undefined) await add('later', later, false)

    const school = app.as('riverside')
    const desk = app.as('desk')
    const dueOf = (list: { id: string; dueForRenewal: boolean }[]) => list.find(({ id }) => id === 'one')!.dueForRenewal
    const customerId = 'demo-riverside'
    const organisation = (await desk(deskApi.deskOrganisation, { customerId })).response
    const organisations = (await desk(deskApi.deskOrganisations, {})).response
    expect({
      subscriptions: dueOf((await school(subscriptionsApi.listSubscriptions, {})).response),
      currentUser: dueOf((await school(accountApi.currentUser, {})).customer!.subscriptions),
      deskSubscriptions: dueOf((await desk(deskApi.deskSubscriptions, {})).response),
      deskFilter: (await desk(deskApi.deskSubscriptions, { state: 'due' })).totalCount === 1,
      deskChange: (await desk(deskApi.changeSubscription, { subscriptionId: 'one', markedDue: mark })).response
        .dueForRenewal,
      organisation: organisation.dueForRenewal && dueOf(organisation.subscriptions),
      organisations: organisations.find(({ id }) => id === customerId)!.dueForRenewal,
      organisationsFilter: (await desk(deskApi.deskOrganisations, { state: 'due' })).totalCount === 1,
      others: organisations.some((each) => each.id !== customerId && each.dueForRenewal),
      commandLine: JSON.stringify(await manage(app, { command: 'admin subscriptions', page: 1 })).includes(
        'due for renewal',
      ),
    }).toEqual({
      ...{ subscriptions: due, currentUser: due, deskSubscriptions: due, deskFilter: due, deskChange: due },
      ...{ organisation: due, organisations: due, organisationsFilter: due, others: false, commandLine: due },
    })
  },
)
