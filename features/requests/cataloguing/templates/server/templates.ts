import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { App, Db } from '#app/app.ts'
import type { RequestTables } from '#features/requests/server/tables.ts'
import type { Input, Reply } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import { plainText } from '#kit/server/plain-text.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { mostTemplates, templateErrors, templateProblem, type templatesApi } from '../contract.ts'

type Part = Pick<App, 'db' | 'clock'>
type Desk = Pick<Caller, 'userId'>
type All = Promise<Reply<typeof templatesApi.answerTemplates>>
type Row = Selectable<RequestTables['answerTemplate']>

export async function allTemplates(db: Db): All {
  const rows = await db.selectFrom('answerTemplate').selectAll().orderBy('position').orderBy('id').execute()
  return {
    response: rows.map(({ id, kind, name, body, items, version }) => ({ id, kind, name, text: body, items, version })),
  }
}

export const addTemplate = (
  { db, clock }: Part,
  { userId }: Desk,
  input: Input<typeof templatesApi.addTemplate>,
): All =>
  db.transaction().execute(async (tx) => {
    const values = checked(input)
    await hold(tx)
    const last = await tx
      .selectFrom('answerTemplate')
      .where('kind', '=', input.kind)
      .select((row) => [row.fn.countAll<string>().as('count'), row.fn.max('position').as('position')])
      .executeTakeFirstOrThrow()
    if (Number(last.count) >= mostTemplates) throw templateProblem('too_many_templates')
    const row = { id: randomUUID(), kind: input.kind, position: (last.position ?? -1) + 1, ...values }
    await tx.insertInto('answerTemplate').values(row).execute()
    const entry = { action: 'template_added', subject: values.name, after: shown(values) }
    await recordAudit(tx, { ...entry, now: clock(), customerId: null, userId })
    return allTemplates(tx)
  })

export const changeTemplate = (
  { db, clock }: Part,
  { userId }: Desk,
  { templateId, version, ...input }: Input<typeof templatesApi.changeTemplate>,
): All =>
  db.transaction().execute(async (tx) => {
    const values = checked(input)
    await hold(tx)
    const before = await find(tx, templateId)
    if (before.version !== version) throw templateProblem('template_changed')
    await tx
      .updateTable('answerTemplate')
      .set({ ...values, version: version + 1 })
      .where('id', '=', templateId)
      .execute()
    const entry = { action: 'template_changed', subject: values.name, before: shown(before), after: shown(values) }
    await recordAudit(tx, { ...entry, now: clock(), customerId: null, userId })
    return allTemplates(tx)
  })

export const moveTemplate = (
  { db, clock }: Part,
  { userId }: Desk,
  { templateId, to }: Input<typeof templatesApi.moveTemplate>,
): All =>
  db.transaction().execute(async (tx) => {
    await hold(tx)
    const { kind, name } = await find(tx, templateId)
    const { response } = await allTemplates(tx)
    const ids = response.filter((each) => each.kind === kind).map(({ id }) => id)
    const at = ids.indexOf(templateId)
    const other = ids[to === 'earlier' ? at - 1 : at + 1]
    // It is the first or last already.
    if (other === undefined) return { response }
    const swapped = ids.map((id) => (id === templateId ? other : id === other ? templateId : id))
    for (const [position, id] of swapped.entries())
      await tx.updateTable('answerTemplate').set({ position }).where('id', '=', id).execute()
    const entry = { action: 'template_moved', subject: name }
    await recordAudit(tx, { ...entry, now: clock(), customerId: null, userId })
    return allTemplates(tx)
  })

export const removeTemplate = (
  { db, clock }: Part,
  { userId }: Desk,
  { templateId }: Input<typeof templatesApi.removeTemplate>,
): All =>
  db.transaction().execute(async (tx) => {
    await hold(tx)
    const before = await find(tx, templateId)
    await tx.deleteFrom('answerTemplate').where('id', '=', templateId).execute()
    const entry = { action: 'template_removed', subject: before.name, before: shown(before) }
    await recordAudit(tx, { ...entry, now: clock(), customerId: null, userId })
    return allTemplates(tx)
  })

/** Changes run one after the other; readers don't wait. */
const hold = (tx: Db) => sql`lock table answer_template in share row exclusive mode`.execute(tx)

async function find(tx: Db, id: string): Promise<Row> {
  const row = await tx.selectFrom('answerTemplate').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw templateProblem('template_not_found')
  return row
}

function checked({ name, text, items }: { name: string; text: string; items: Row['items'] }) {
  const values = { name: plainText(name).replace(/\s+/g, ' '), body: plainText(text), items }
  const errors = Object.entries(templateErrors({ name: values.name, text: values.body }))
  if (errors.length > 0)
    throw templateProblem('template_incomplete', {
      messages: [errors[0]![1]],
      errors: Object.fromEntries(errors.map(([field, sentence]) => [field, [sentence]])),
    })
  return values
}

const shown = ({ name, body, items }: Pick<Row, 'name' | 'body' | 'items'>) => ({ name, text: body, items })
