import type { FastifyInstance, FastifyReply } from 'fastify'
import type { App } from '#app/app.ts'
import type { CsvCell } from '#kit/csv.ts'
import { businessDay } from '#kit/day.ts'
import type { Caller } from '#kit/server/caller.ts'
import { sendTable } from '#kit/server/files/send-table.ts'
import { serve } from '#kit/server/serve.ts'
import type { TableFormat } from '#kit/table-format.ts'
import { type AuditEntry, auditApi } from '../contract.ts'
import { actionLabel, fieldLabel } from '../rules.ts'
import { recordAudit } from './audit.ts'
import { everyEntry, type Filters, listAudit, listOfSchool } from './list-audit.ts'

export const auditRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, auditApi, {
    customerAudit: ({ page }, { caller }) => listOfSchool(app.db, { page, customerId: caller.customerId }),
    deskAudit: (input) => listAudit(app.db, input),
    deskAuditCsv: (filters, { caller, reply }) => exportAudit(app, caller, filters, reply),
  })

type Part = Pick<App, 'db' | 'clock'>

/** Streams the whole or filtered log from the database; records the export first. */
async function exportAudit(
  { db, clock }: Part,
  { userId }: Caller,
  { format, ...filters }: Filters & { format?: TableFormat | undefined },
  reply: FastifyReply,
) {
  const now = clock()
  await recordAudit(db, { now, customerId: null, userId, action: 'audit_exported', after: { ...filters } })
  const rows = async function* () {
    for await (const entry of everyEntry(db, filters)) yield* rowsOf(entry)
  }
  return sendTable(reply, { name: `audit log ${businessDay(clock, now)}`, format, columns }, rows())
}

const columns = ['When', 'Organisation', 'Who', 'From', 'What', 'Who or what', 'Field', 'Before', 'After']

/** One row per field, so that a spreadsheet can filter by it. */
function rowsOf({ before, after, ...entry }: AuditEntry): CsvCell[][] {
  const { happenedDate, customerName, changedBy, cameFrom, subject } = entry
  const cells = [happenedDate, customerName, changedBy, cameFrom, actionLabel(entry.action), subject]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  if (names.length === 0) return [[...cells, '', '', '']]
  return names.map((name) => [...cells, fieldLabel(name), written(before[name]), written(after[name])])
}

const written = (value: unknown): CsvCell =>
  value === undefined || value === null
    ? ''
    : typeof value === 'string' || typeof value === 'number'
      ? value
      : JSON.stringify(value)
