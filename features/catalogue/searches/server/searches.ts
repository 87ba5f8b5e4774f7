import { randomBytes, randomUUID } from 'node:crypto'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { newestMatches } from '#features/catalogue/server/catalogue.ts'
import type { Input } from '#kit/contract.ts'
import { businessDay } from '#kit/day.ts'
import {
  maxAddressLength,
  maxSavedSearches,
  maxSearchNameLength,
  type SavedSearch,
  type searchesApi,
  searchProblem,
} from '../contract.ts'
import { seenIn } from './seen.ts'
import type { SearchTables } from './tables.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'clock'>

/** Its present matches are stored as known, so that only later ones are new. */
export async function saveSearch(
  { db, catalogue, clock }: Needs,
  userId: string,
  input: Input<typeof searchesApi.saveSearch>,
  signal: AbortSignal,
): Promise<{ response: SavedSearch }> {
  const name = readName(input.name)
  const address = readAddress(input.address)
  const { matches, all } = await newestMatches(catalogue, input.bodybuilderquery, signal)
  const query = input.bodybuilderquery
  const seen = seenIn(matches, all)
  return db.transaction().execute(async (tx) => {
    await enforceLimit(tx, userId)
    const now = clock()
    const row = await tx
      .insertInto('savedSearch')
      .values({
        id: randomUUID(),
        userId,
        name,
        address,
        query: typeof query === 'string' ? query : JSON.stringify(query),
        mail: input.mail,
        createdAt: now,
        lastRunAt: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('savedSearchSeen')
      .values({ searchId: row.id, ids: JSON.stringify(seen.ids), upTo: seen.upTo })
      .execute()
    return { response: asReply(row) }
  })
}

export async function listSearches({ db }: Needs, userId: string): Promise<{ response: SavedSearch[] }> {
  const rows = await db.selectFrom('savedSearch').selectAll().where('userId', '=', userId).execute()
  const { compare } = new Intl.Collator('en', { numeric: true })
  return { response: rows.sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id)).map(asReply) }
}

export const changeSearch = (
  { db }: Needs,
  userId: string,
  { id, name, mail, feed }: Input<typeof searchesApi.changeSearch>,
): Promise<{ response: SavedSearch }> =>
  change(db, userId, id, {
    // Sets the id to itself if nothing changes, since an update must set something.
    id,
    ...(name === undefined ? {} : { name: readName(name) }),
    ...(mail === undefined ? {} : { mail }),
    ...(feed === undefined ? {} : { feedToken: feedTokenOf(feed) }),
  })

/** A feed that exists keeps its address, since readers have it, unless it is renewed. */
function feedTokenOf(feed: boolean | 'renew') {
  if (feed === false) return null
  return feed === 'renew' ? sql<string>`${newToken()}` : sql<string>`coalesce(feed_token, ${newToken()})`
}

const newToken = () => randomBytes(32).toString('base64url')

/** The search with this feed; undefined if there is none, or its owner's account is closed or without a subscription. */
export async function searchOfFeed({ db, clock }: Pick<Needs, 'db' | 'clock'>, token: string) {
  const today = businessDay(clock)
  return db
    .selectFrom('savedSearch')
    .innerJoin('appUser', 'appUser.id', 'savedSearch.userId')
    .innerJoin('subscription', 'subscription.customerId', 'appUser.customerId')
    .where('feedToken', '=', token)
    .where('disabledAt', 'is', null)
    .where('startsOn', '<=', today)
    .where('endsOn', '>=', today)
    .select(['savedSearch.name', 'savedSearch.query', 'savedSearch.address', 'savedSearch.createdAt'])
    .executeTakeFirst()
}

export const seenSearch = ({ db }: Needs, userId: string, id: string): Promise<{ response: SavedSearch }> =>
  change(db, userId, id, { newRecords: 0 })

export async function deleteSearch({ db }: Needs, userId: string, id: string): Promise<{ messages: string[] }> {
  const deleted = await ownSearch(id, () =>
    db.deleteFrom('savedSearch').where('id', '=', id).where('userId', '=', userId).returning('name').executeTakeFirst(),
  )
  return { messages: [`“${deleted.name}” removed.`] }
}

type Row = Selectable<SearchTables['savedSearch']>
type Change = Partial<Pick<Row, 'id' | 'name' | 'mail' | 'newRecords'>> & { feedToken?: RawBuilder<string> | null }

async function change(db: Db, userId: string, id: string, changes: Change): Promise<{ response: SavedSearch }> {
  const row = await ownSearch(id, () =>
    db
      .updateTable('savedSearch')
      .set(changes)
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returningAll()
      .executeTakeFirst(),
  )
  return { response: asReply(row) }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Another person's search is reported as absent: its existence is private. */
async function ownSearch<T>(id: string, find: () => Promise<T | undefined>): Promise<T> {
  const found = uuid.test(id) ? await find() : undefined
  if (!found) throw searchProblem('search_not_found')
  return found
}

/** Locks the person's row, so that concurrent saves are counted one after the other. */
async function enforceLimit(tx: Db, userId: string) {
  await tx.selectFrom('appUser').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('savedSearch')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxSavedSearches) throw searchProblem('too_many_searches')
}

/** Bidi controls, which change the direction of the text after them, including the sentence around the name. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g
const unseen = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

function readName(text: string): string {
  const name = text
    .replace(turning, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  if (name.replace(unseen, '') === '') throw onName('search_name_missing')
  if ([...name].length > maxSearchNameLength) throw onName('search_name_too_long')
  return name
}

/** The sentence is shown at the field too. */
const onName = (code: 'search_name_missing' | 'search_name_too_long') =>
  searchProblem(code, { errors: { name: searchProblem(code).messages } })

/** Rebuilt from its parameters, so that the result is always a query string. */
function readAddress(text: string): string {
  const query = text.replace(/^(\/discover\/results\/?)?\?/, '')
  if (query.startsWith('/') || /^[a-z][a-z0-9+.-]*:\/\//i.test(query)) throw searchProblem('bad_search_address')
  const params = new URLSearchParams(query.replace(/#.*$/s, ''))
  params.delete('page')
  const address = params.toString()
  // Checked after encoding: a letter of another script takes nine characters.
  if (address.length > maxAddressLength) throw searchProblem('bad_search_address')
  return address
}

const asReply = ({
  id,
  name,
  address,
  mail,
  newRecords,
  createdAt,
  lastRunAt,
  problem,
  feedToken,
}: Row): SavedSearch => ({
  id,
  name,
  address,
  mail,
  newRecords,
  createdDate: createdAt.toISOString(),
  lastRunDate: lastRunAt.toISOString(),
  problem,
  feed: feedToken === null ? '' : `/feeds/searches/${feedToken}.atom`,
})
