import { type ExpressionBuilder, sql } from 'kysely'
import type { App, Database, Db } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import { type CatalogueRequest, requestProblem, type requestsApi } from '../contract.ts'
import { type RequestStatus, readCode, requestStatuses } from '../rules.ts'
import { ownRequest, requestReplies, requestReply } from './own-request.ts'
import { numberWorkKey } from './work-key.ts'

type Where = ExpressionBuilder<Database, 'catalogueRequest'>

export async function listRequests(
  db: Db,
  customerId: string,
  { pageNumber, pageSize, status, order, text = '' }: Input<typeof requestsApi.catalogueRequests>,
): Promise<{ response: CatalogueRequest[]; totalCount: number; counts: Record<RequestStatus, number> }> {
  const found = db
    .selectFrom('catalogueRequest')
    .where('customerId', '=', customerId)
    .where((where) => where.and(wordsOf(text).map((word) => has(where, word))))
  const counted = await found
    .groupBy('status')
    .select(({ fn }) => ['status', fn.countAll().as('count')])
    .execute()
  const counts = Object.fromEntries(requestStatuses.map((each) => [each, 0])) as Record<RequestStatus, number>
  for (const each of counted) counts[each.status] = Number(each.count)
  const ids = await found
    .$if(status !== undefined, (all) => all.where('status', '=', status!))
    .select('id')
    .orderBy(order === 'changed' ? 'updatedAt' : 'createdAt', order === 'oldest' ? 'asc' : 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .execute()
  return {
    response: await requestReplies(
      db,
      ids.map(({ id }) => id),
    ),
    totalCount: status ? counts[status] : Object.values(counts).reduce((sum, count) => sum + count, 0),
    counts,
  }
}

/** A number with spaces is one word; any other text is searched word by word. */
function wordsOf(text: string): string[] {
  const plain = text.trim()
  if (plain === '') return []
  return numberWorkKey(plain) !== '' || readCode(plain) ? [plain] : plain.split(/\s+/).slice(0, 10)
}

/** Matches the request's number or any detail of its items; a standard number in both spellings. */
function has(where: Where, word: string) {
  const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  const code = readCode(word)?.code
  const key = numberWorkKey(word)
  return where.or([
    where('requestNumber', 'ilike', like),
    ...(code ? [where('requestNumber', '=', code)] : []),
    where.exists(
      where
        .selectFrom('catalogueItem')
        .select(sql.lit(1).as('one'))
        .whereRef('catalogueItem.requestId', '=', 'catalogueRequest.id')
        .where((item) =>
          item.or([
            item(
              sql<string>`concat_ws(' ', item_number, title, subtitles, standard_number, url, authors, publisher, series)`,
              'ilike',
              like,
            ),
            ...(code ? [item('itemNumber', '=', code)] : []),
            ...(key ? [item('workKey', '=', key)] : []),
          ]),
        ),
    ),
  ])
}

export async function catalogueItem({ db }: Pick<App, 'db'>, customerId: string, itemNumber: string) {
  const code = readCode(itemNumber)?.code
  const row = code
    ? await db
        .selectFrom('catalogueItem')
        .innerJoin('catalogueRequest', 'catalogueRequest.id', 'requestId')
        .select('requestId')
        .where('itemNumber', '=', code)
        .where('customerId', '=', customerId)
        .executeTakeFirst()
    : undefined
  if (!row) throw requestProblem('item_not_found')
  const request = await requestReply(db, await ownRequest(db, customerId, row.requestId))
  const item = request.items.find((each) => each.itemNumber === code)
  if (!item) throw requestProblem('item_not_found')
  return {
    response: {
      ...item,
      requestId: request.id,
      requestNumber: request.requestNumber,
      requestStatus: request.status,
    },
  }
}
