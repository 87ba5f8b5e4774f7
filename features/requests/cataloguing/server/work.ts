import type { App, Db } from '#app/app.ts'
import { isOpen } from '#features/requests/rules.ts'
import { asItem, attachmentsOf } from '#features/requests/server/requests.ts'
import { cataloguingProblem, type WholeWork } from '../contract.ts'
import { besideOf } from './beside-works.ts'
import { candidatesFor } from './candidates.ts'
import { recordLines } from './record-lines.ts'
import { asWork, personName, type RequestedItem, requestedItems } from './requested-items.ts'
import { type ItemDetails, stubOf } from './stub.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'clock'>

/** Answered or withdrawn items shown with the waiting ones: the latest of them. */
const maxAnswered = 20

/** An item and everything catalogued with it. */
export async function showWork(app: Needs, itemId: string, signal?: AbortSignal): Promise<{ response: WholeWork }> {
  const items = await itemsOfWork(app, itemId)
  const { db } = app
  const details = await itemDetails(app, items)
  const open = items.filter(({ status }) => isOpen(status))
  const [beside, pictures, events, candidates] = await Promise.all([
    besideOf(db, items),
    attachmentsOf(
      db,
      items.map(({ id }) => id),
      'desk',
    ),
    workEvents(db, items),
    candidatesFor(app, open.length > 0 ? open : items, signal),
  ])
  const shown = [...open, ...items.filter(({ status }) => !isOpen(status))]
  return {
    response: {
      ...asWork(items, beside),
      items: shown.map((item) => ({
        ...asItem(item, pictures.get(item.id)),
        organisation: item.organisation,
      })),
      events,
      candidates,
      stub: recordLines(stubOf(details, app.clock)),
    },
  }
}

/** The item itself first; if it waits, the others that wait come next. */
export async function itemsOfWork({ db }: Pick<App, 'db'>, itemId: string): Promise<RequestedItem[]> {
  const meant = await requestedItems(db).where('item.id', '=', itemId).executeTakeFirst()
  if (!meant) throw cataloguingProblem('item_not_found')
  const keys = await keysOf(db, [meant.work])
  if (meant.workKey === '' && keys.length === 1) return [meant]
  const same = itemsWithKeys(db, keys)
  const open = await same.where('item.status', 'in', ['REQUESTED', 'RECEIVED']).execute()
  const answered = await same
    .where('item.status', 'not in', ['REQUESTED', 'RECEIVED'])
    .clearOrderBy()
    .orderBy('item.answeredAt', 'desc')
    .orderBy('item.id')
    .limit(maxAnswered)
    .execute()
  const all = [...open, ...answered]
  return all.some(({ id }) => id === meant.id) ? all : [...all, meant]
}

/**
 * The items of these works that wait, locked like those of `lockOpenItems`: an answer that is being given is seen, and a
 * later one waits.
 */
export async function lockOpenItemsOf(tx: Db, works: string[]): Promise<RequestedItem[]> {
  if (works.length === 0) return []
  const held = await itemsWithKeys(tx, await keysOf(tx, works))
    .where('item.status', 'in', ['REQUESTED', 'RECEIVED'])
    .clearSelect()
    .clearOrderBy()
    .select('item.id')
    .orderBy('item.id')
    .forNoKeyUpdate('item')
    .execute()
  if (held.length === 0) return []
  const ids = held.map(({ id }) => id)
  const items = await requestedItems(tx).where('item.id', 'in', ids).execute()
  return items.filter(({ status, answerId }) => isOpen(status) && answerId === null)
}

/** The works' keys and those merged into them. */
async function keysOf(db: Db, works: string[]): Promise<string[]> {
  const merged = await db.selectFrom('mergedWork').select('key').where('intoKey', 'in', works).execute()
  return [...works, ...merged.map(({ key }) => key)]
}

const itemsWithKeys = (db: Db, keys: string[]) =>
  requestedItems(db).where((item) =>
    item.or([
      item.and([item('item.workKey', '!=', ''), item('item.workKey', 'in', keys)]),
      item.and([item('item.workKey', '=', ''), item('item.id', 'in', keys)]),
    ]),
  )

/** The stub's sources: the schools that wait, else all. */
export async function itemDetails({ db }: Pick<App, 'db'>, items: RequestedItem[]): Promise<ItemDetails[]> {
  const open = items.filter(({ status }) => isOpen(status))
  const telling = open.length > 0 ? open : items
  const pictures = await attachmentsOf(
    db,
    telling.map(({ id }) => id),
  )
  return telling.map((item) => ({
    ...item,
    captions: (pictures.get(item.id) ?? []).map(({ caption }) => caption),
  }))
}

/** Without the events of drafts, which are private to the school. */
const shown = ['submitted', 'received', 'assigned', 'message', 'seen', 'catalogued', 'declined', 'withdrawn'] as const

/** Events of these items and their whole requests, with every message, oldest first. */
async function workEvents(db: Db, items: RequestedItem[]): Promise<WholeWork['events']> {
  const organisations = new Map(items.map(({ requestId, organisation }) => [requestId, organisation]))
  const rows = await db
    .selectFrom('catalogueEvent as event')
    .leftJoin('appUser', 'appUser.id', 'event.userId')
    .where('event.requestId', 'in', [...organisations.keys()])
    .where('event.kind', 'in', shown)
    .where((row) =>
      row.or([
        row('event.itemId', 'is', null),
        // Schools reply per request: a message about another item may concern this one.
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
