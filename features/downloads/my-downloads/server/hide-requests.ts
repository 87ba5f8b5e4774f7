import { type SqlBool, sql } from 'kysely'
import type { App } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { downloadProblem } from '../../contract.ts'
import type { manageApi } from '../contract.ts'

/**
 * Hides requests from this person's list, or shows them again. A request for a file of a single record is hidden with
 * the others of its row, including those that the row does not show because a later one replaces them.
 */
export async function hideRequests(
  { db }: Pick<App, 'db'>,
  { customerId, userId }: Pick<SchoolCaller, 'customerId' | 'userId'>,
  { requestIds, hidden }: Input<typeof manageApi.hideRequests>,
): Promise<object> {
  const ids = [...new Set(requestIds)]
  await db.transaction().execute(async (tx) => {
    const own = await tx
      .selectFrom('downloadRequest')
      .select('id')
      .where('customerId', '=', customerId)
      .where('id', 'in', ids)
      .execute()
    if (own.length < ids.length) throw downloadProblem('request_not_found')
    const rows = tx
      .selectFrom('downloadRequest')
      .where('customerId', '=', customerId)
      .where((where) =>
        where.or([
          where('id', 'in', ids),
          where.and([
            where('type', '=', 'ITEM'),
            sql<SqlBool>`(user_id, identities ->> 0) in
              (select user_id, identities ->> 0 from download_request where id = any(${ids}) and type = 'ITEM')`,
          ]),
        ]),
      )
    if (hidden)
      await tx
        .insertInto('hiddenRequest')
        .columns(['userId', 'requestId'])
        .expression(rows.select((row) => [row.val(userId).as('userId'), 'id']))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else
      await tx
        .deleteFrom('hiddenRequest')
        .where('userId', '=', userId)
        .where('requestId', 'in', rows.select('id'))
        .execute()
  })
  return {}
}
