import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import type { Input, RawReply } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/serve.ts'
import { folderProblem, maxFolderItems } from '../../contract.ts'
import { itemsNow, recordsOf, toStore } from '../../server/folder-records.ts'
import { keptFolderApi, keptFolderProblem } from '../contract.ts'

type Needs = Pick<App, 'db' | 'catalogue'>

export const keptFolderRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, keptFolderApi, {
    keptFolder: ({ userId }, { caller }) => keptFolder(app, own(caller, userId)),
    keepFolder: ({ userId, keep }, { caller }) => keepFolder(app, own(caller, userId), keep),
    changeKeptFolder: (input, { caller }) => changeKeptFolder(app, own(caller, input.userId), input),
  })

function own(caller: SchoolCaller, userId: string): SchoolCaller {
  if (caller.userId !== userId) throw keptFolderProblem('other_person')
  return caller
}

async function keptFolder(app: Needs, { userId }: SchoolCaller): Promise<RawReply<typeof keptFolderApi.keptFolder>> {
  const row = await app.db.selectFrom('keptFolder').select('items').where('userId', '=', userId).executeTakeFirst()
  return { kept: row !== undefined, response: row ? await itemsNow(app, row.items) : [] }
}

async function keepFolder({ db }: Pick<App, 'db'>, { userId }: SchoolCaller, keep: boolean) {
  if (keep)
    await db
      .insertInto('keptFolder')
      .values({ userId, items: '[]' })
      .onConflict((conflict) => conflict.column('userId').doNothing())
      .execute()
  else await db.deleteFrom('keptFolder').where('userId', '=', userId).execute()
  return { kept: keep }
}

/** Devices send what changed, not the whole list, so that two at once lose nothing. */
async function changeKeptFolder(
  app: Needs,
  { userId }: SchoolCaller,
  { add, remove }: Input<typeof keptFolderApi.changeKeptFolder>,
): Promise<RawReply<typeof keptFolderApi.changeKeptFolder>> {
  const added = await recordsOf(app, [...new Set(add)])
  const found = new Set(added.map(({ bibId }) => bibId))
  const leftOut = add.filter((bibId) => !found.has(bibId))
  return app.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('keptFolder')
      .select('items')
      .where('userId', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return { kept: false, recordLength: 0, leftOut }
    const gone = new Set(remove)
    const rest = row.items.filter(({ bibId }) => !gone.has(bibId))
    const known = new Set(rest.map(({ bibId }) => bibId))
    const { items, itemCount } = toStore([
      ...rest.map((item) => ({ ...item, inCatalogue: true })),
      ...added.filter(({ bibId }) => !known.has(bibId)),
    ])
    if (itemCount > maxFolderItems) throw folderProblem('folder_too_large')
    await tx.updateTable('keptFolder').set({ items }).where('userId', '=', userId).execute()
    return { kept: true, recordLength: itemCount, leftOut }
  })
}
