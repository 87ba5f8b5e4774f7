import type { Db } from '#app/app.ts'
import type { WholeWork } from '../contract.ts'
import { type AskedItem, personName } from './asked-items.ts'

/** A draft's life is the school's own affair. */
const shown = ['submitted', 'received', 'assigned', 'message', 'seen', 'catalogued', 'declined', 'withdrawn'] as const

/** What has happened to these items and to their requests as a whole, and all the talk in those, oldest first. */
export async function workEvents(db: Db, items: AskedItem[]): Promise<WholeWork['events']> {
  const organisations = new Map(items.map(({ requestId, organisation }) => [requestId, organisation]))
  const rows = await db
    .selectFrom('catalogueEvent as event')
    .leftJoin('appUser', 'appUser.id', 'event.userId')
    .where('event.requestId', 'in', [...organisations.keys()])
    .where('event.kind', 'in', shown)
    .where((row) =>
      row.or([
        row('event.itemId', 'is', null),
        // A school answers to the request: what it says about another item may be about this one too.
        row('event.kind', '=', 'message'),
        row(
          'event.itemId',
          'in',
          items.map(({ id }) => id),
        ),
      ]),
    )
    .selectAll('event')
    .select(['appUser.firstName', 'appUser.lastName', 'appUser.username'])
    .orderBy('event.happenedAt')
    .orderBy('event.id')
    .execute()
  return rows.map((event) => ({
    id: event.id,
    happenedDate: event.happenedAt.toISOString(),
    kind: event.kind,
    by: personName(event.firstName, event.lastName, event.username),
    byDesk: event.byDesk,
    text: event.body,
    itemId: event.itemId,
    requestId: event.requestId,
    organisation: organisations.get(event.requestId) ?? '',
  }))
}
