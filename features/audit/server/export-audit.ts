import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { App } from '#app/app.ts'
import type { CsvCell } from '#kit/csv.ts'
import type { Caller } from '#kit/server/caller.ts'
import { contentDisposition } from '#kit/server/file-name.ts'
import { tableWriter } from '#kit/server/table-writer.ts'
import { tableFiles } from '#kit/table-files.ts'
import type { TableFormat } from '#kit/table-format.ts'
import type { AuditEntry } from '../contract.ts'
import { actionInWords, fieldInWords } from '../rules.ts'
import { noteAudit } from './audit.ts'
import { everyEntry, type Filters } from './list-audit.ts'

type Part = Pick<App, 'db' | 'clock'>

/** The whole log, or what the filters leave, as it is read from the database; that somebody took it is noted first. */
export async function exportAudit(
  { db, clock }: Part,
  { userId }: Caller,
  { format = 'CSV', ...filters }: Filters & { format?: TableFormat | undefined },
  reply: FastifyReply,
) {
  const now = clock()
  await noteAudit(db, { now, customerId: null, userId, action: 'audit_exported', after: { ...filters } })
  reply.headers({
    'content-type': tableFiles[format].mediaType,
    'content-disposition': contentDisposition(
      `audit log ${now.toISOString().slice(0, 10)}.${tableFiles[format].extension}`,
    ),
    'cache-control': 'private, no-store',
  })
  const { head, rowOf, tail, pack } = await tableWriter(format, columns)
  const lines = async function* () {
    yield Buffer.from(head)
    for await (const entry of everyEntry(db, filters)) yield Buffer.from(rowsOf(entry).map(rowOf).join(''))
    yield Buffer.from(tail)
  }
  return Readable.from(pack ? pack(lines()) : lines(), { objectMode: false })
}

const columns = ['When', 'Organisation', 'Who', 'From', 'What', 'Of whom or what', 'Field', 'Before', 'After'].map(
  (name) => ({ name, width: 24, isText: false }),
)

/** One for each field, so that a spreadsheet can filter by it. */
function rowsOf({ before, after, ...entry }: AuditEntry): CsvCell[][] {
  const { happenedDate, customerName, changedBy, cameFrom, subject } = entry
  const told = [happenedDate, customerName, changedBy, cameFrom, actionInWords(entry.action), subject]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  if (names.length === 0) return [[...told, '', '', '']]
  return names.map((name) => [...told, fieldInWords(name), written(before[name]), written(after[name])])
}

const written = (value: unknown): CsvCell =>
  value === undefined || value === null
    ? ''
    : typeof value === 'string' || typeof value === 'number'
      ? value
      : JSON.stringify(value)
