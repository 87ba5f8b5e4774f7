import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import { recordEvent } from '#features/requests/server/requests.ts'
import type { Input, Reply } from '#kit/contract.ts'
import { may, type Role, roles } from '#kit/roles.ts'
import type { Caller } from '#kit/server/caller.ts'
import { lockOpenItems } from '../../check-in/server/hold-items.ts'
import { type cataloguingApi, cataloguingProblem } from '../contract.ts'
import { personName } from './requested-items.ts'

/** Assigns items to oneself or a colleague; null unassigns them. */
export async function assignWork(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  caller: Caller,
  { itemIds, userId, from }: Input<typeof cataloguingApi.assignWork>,
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const to = userId === null ? '' : await deskPersonName(tx, userId)
    const items = await lockOpenItems(tx, itemIds)
    const isFrom = (holder: string | null) => holder === null || holder === from || holder === userId
    if (from !== undefined && !items.every(({ assignedToId }) => isFrom(assignedToId)))
      throw cataloguingProblem('taken_meanwhile')
    const changed = items.filter(({ assignedToId }) => assignedToId !== userId)
    if (changed.length === 0) return
    await tx
      .updateTable('catalogueItem')
      .set({ assignedToId: userId })
      .where(
        'id',
        'in',
        changed.map(({ id }) => id),
      )
      .execute()
    for (const { id, requestId } of changed)
      await recordEvent(tx, {
        now,
        requestId,
        itemId: id,
        userId: caller.userId,
        byDesk: true,
        kind: 'assigned',
        body: to,
        data: { userId },
      })
  })
}

/** People who can be assigned items. */
export async function deskPeople({ db }: Pick<App, 'db'>): Promise<Reply<typeof cataloguingApi.deskPeopleToAssign>> {
  const rows = await ofDesk(db).orderBy(sql`lower(first_name)`).orderBy(sql`lower(last_name)`).orderBy('id').execute()
  return {
    response: rows.map(({ id, firstName, lastName, username }) => ({
      id,
      name: personName(firstName, lastName, username),
    })),
  }
}

async function deskPersonName(db: Db, userId: string): Promise<string> {
  const person = await ofDesk(db).where('id', '=', userId).executeTakeFirst()
  if (!person) throw cataloguingProblem('person_not_found')
  return personName(person.firstName, person.lastName, person.username)
}

const deskRoles = roles.filter((role): role is Role => role !== 'visitor' && may(role, 'desk'))

const ofDesk = (db: Db) =>
  db
    .selectFrom('appUser')
    .select(['id', 'firstName', 'lastName', 'username'])
    .where('disabledAt', 'is', null)
    .where('role', 'in', deskRoles)
