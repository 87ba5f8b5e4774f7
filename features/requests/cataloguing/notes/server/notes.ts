import { randomUUID } from 'node:crypto'
import type { App } from '#app/app.ts'
import type { Input, Reply } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import { plainText } from '#kit/server/plain-text.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { personName } from '../../server/requested-items.ts'
import { itemsOfWork } from '../../server/work.ts'
import { noteProblem, type notesApi } from '../contract.ts'

type Reader = Pick<Caller, 'userId'>

export async function notesOf(
  { db }: Pick<App, 'db'>,
  { userId }: Reader,
  itemId: string,
): Promise<Reply<typeof notesApi.colleagueNotes>> {
  const items = await itemsOfWork({ db }, itemId)
  const rows = await db
    .selectFrom('colleagueNote as note')
    .innerJoin('appUser', 'appUser.id', 'note.userId')
    .where(
      'note.itemId',
      'in',
      items.map(({ id }) => id),
    )
    .selectAll('note')
    .select(['firstName', 'lastName', 'username'])
    .orderBy('note.createdAt')
    .orderBy('note.id')
    .execute()
  return {
    response: rows.map((note) => ({
      id: note.id,
      writtenDate: note.createdAt.toISOString(),
      by: personName(note.firstName, note.lastName, note.username),
      own: note.userId === userId,
      text: note.body,
    })),
  }
}

export async function addNote(
  app: Pick<App, 'db' | 'clock'>,
  { userId }: Reader,
  { itemId, text }: Input<typeof notesApi.addColleagueNote>,
): Promise<Reply<typeof notesApi.addColleagueNote>> {
  await itemsOfWork(app, itemId)
  await app.db
    .insertInto('colleagueNote')
    .values({ id: randomUUID(), itemId, userId, body: plainText(text), createdAt: app.clock() })
    .execute()
  return notesOf(app, { userId }, itemId)
}

/** The provider's audit log records that it was deleted, not its text. */
export const removeNote = (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { userId }: Reader,
  { noteId }: Input<typeof notesApi.removeColleagueNote>,
): Promise<Reply<typeof notesApi.removeColleagueNote>> =>
  db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('colleagueNote as note')
      .using('catalogueItem as item')
      .whereRef('item.id', '=', 'note.itemId')
      .where('note.id', '=', noteId)
      .where('note.userId', '=', userId)
      .returning('item.itemNumber')
      .executeTakeFirst()
    if (!removed) throw noteProblem('note_not_found')
    const entry = { action: 'colleague_note_removed', subject: removed.itemNumber }
    await recordAudit(tx, { ...entry, now: clock(), customerId: null, userId })
    return { response: { id: noteId } }
  })
