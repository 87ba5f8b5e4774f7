import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import { plainLine } from '#kit/server/plain-line.ts'
import { difference, recordAudit } from '#platform/audit/server/audit.ts'
import { type DeskDepot, depotProblem, type depotsApi } from '../contract.ts'
import { depotErrors } from '../rules.ts'

type Part = Pick<App, 'db' | 'clock'>
type Typed = Input<typeof depotsApi.addDepot>

export async function deskDepots({ db }: Pick<App, 'db'>): Promise<{ response: DeskDepot[] }> {
  return { response: await read(db) }
}

export const addDepot = ({ db, clock }: Part, { userId }: Caller, typed: Typed) =>
  db.transaction().execute(async (tx) => {
    const now = clock()
    const row = await checked(tx, typed)
    const id = randomUUID()
    await tx
      .insertInto('depot')
      .values({ ...row, id, createdAt: now })
      .execute()
    const response = await one(tx, id)
    await audit(tx, { now, userId, action: 'depot_added', subject: response.name, after: facts(response) })
    return { response }
  })

/** Absent members stay unchanged. A stale version is refused. */
export const changeDepot = (
  { db, clock }: Part,
  { userId }: Caller,
  { depotId, version, withdrawn, ...typed }: Input<typeof depotsApi.changeDepot>,
) =>
  db.transaction().execute(async (tx) => {
    const now = clock()
    const row = await tx.selectFrom('depot').selectAll().where('id', '=', depotId).forUpdate().executeTakeFirst()
    if (!row) throw depotProblem('depot_not_found')
    if (row.version !== version) throw depotProblem('depot_changed')
    const before = await one(tx, depotId)
    const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined))
    const wanted = await checked(tx, { ...asTyped(row), ...given }, row.country)
    const withdrawnAt = withdrawn === undefined ? row.withdrawnAt : withdrawn ? (row.withdrawnAt ?? now) : null
    await tx
      .updateTable('depot')
      .set({ ...wanted, withdrawnAt, version: version + 1 })
      .where('id', '=', depotId)
      .execute()
    const response = await one(tx, depotId)
    const changed = difference(facts(before), facts(response))
    if (changed) {
      const turned = before.withdrawn !== response.withdrawn
      const action = !turned ? 'depot_changed' : response.withdrawn ? 'depot_withdrawn' : 'depot_offered'
      await audit(tx, { now, userId, action, subject: response.name, ...changed })
    }
    return { response }
  })

const asTyped = ({ id: _, version: __, createdAt: ___, withdrawnAt: ____, ...rest }: Typed & Record<string, unknown>) =>
  rest as Typed

/** The depot as stored; throws every fault, each on its field. */
async function checked(tx: Db, { note: text, customerId, ...lines }: Typed, formerCountry?: string) {
  const kept = Object.fromEntries(
    Object.entries(lines).map(([name, value]) => [name, plainLine(value)]),
  ) as typeof lines
  const errors = Object.entries(depotErrors(kept, formerCountry))
  if (errors.length > 0)
    throw depotProblem('depot_incomplete', {
      messages: errors.map(([, sentence]) => sentence),
      errors: Object.fromEntries(errors.map(([field, sentence]) => [field, [sentence]])),
    })
  if (customerId !== null) {
    const school = await tx.selectFrom('customer').select('id').where('id', '=', customerId).executeTakeFirst()
    if (!school) {
      const sentence = depotProblem('organisation_not_found').messages
      throw depotProblem('organisation_not_found', { errors: { customerId: [...sentence] } })
    }
  }
  return {
    ...kept,
    customerId,
    note: text
      .split(/\r\n?|\n/)
      .map(plainLine)
      .join('\n')
      .trim(),
  }
}

const one = async (db: Db, id: string) => (await read(db, id))[0]!

async function read(db: Db, id?: string): Promise<DeskDepot[]> {
  let depots = db.selectFrom('depot').leftJoin('customer', 'customer.id', 'depot.customerId')
  if (id !== undefined) depots = depots.where('depot.id', '=', id)
  const rows = await depots
    .select(['depot.id', 'depot.name', 'depot.streetAddress1', 'depot.streetAddress2', 'depot.suburbCity'])
    .select(['depot.state', 'depot.country', 'depot.postCode', 'note', 'customerId', 'version', 'withdrawnAt'])
    .select('customer.name as organisation')
    .select(
      sql<number>`(select count(*)::int from catalogue_item item where item.depot_id = depot.id
        and item.status in ('REQUESTED', 'RECEIVED'))`.as('openItems'),
    )
    .orderBy('depot.name')
    .orderBy('depot.id')
    .execute()
  return rows.map(({ withdrawnAt, organisation, ...row }) => ({
    ...row,
    organisation: organisation ?? '',
    withdrawn: withdrawnAt !== null,
  }))
}

type Noted = Omit<Parameters<typeof recordAudit>[1], 'customerId'>
const audit = (tx: Db, noted: Noted) => recordAudit(tx, { ...noted, customerId: null })

/** The audited fields of a depot. */
const facts = ({ id: _, version: __, openItems: ___, customerId: ____, ...rest }: DeskDepot): Record<string, unknown> =>
  rest
