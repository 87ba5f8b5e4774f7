import { z } from 'zod'
import { get } from '#kit/contract.ts'
import { tableTypes } from '#kit/table-files.ts'
import { auditKinds } from './rules.ts'

/** A recorded change. */
export const AuditEntry = z.object({
  id: z.string(),
  happenedDate: z.string(),
  customerId: z.string().nullable(),
  /** The customer's name; '' for the provider's own affairs. */
  customerName: z.string(),
  /** The name of a person, or of the account without one; '' for the program itself. */
  changedBy: z.string(),
  /** An action name, such as `contact_changed`. */
  action: z.string(),
  subject: z.string(),
  /** An address, or the command line; '' for the portal's own work, and for a school. */
  cameFrom: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Entries per page. */
export const entriesAPage = 50

const page = { page: z.coerce.number().int().min(1).max(10_000).default(1) }
const filters = {
  customerId: z.string().max(100).optional(),
  action: z.string().max(100).optional(),
  kind: z.enum(auditKinds).optional(),
  text: z.string().max(200).optional(),
  /** Start (inclusive) and end (exclusive). */
  since: z.iso.datetime().optional(),
  before: z.iso.datetime().optional(),
}
const reply = z.object({ response: z.array(AuditEntry), totalCount: z.number().int() })

export const auditApi = {
  customerAudit: get('/rest/customer/current/audit', {
    who: 'staff',
    summary: 'Changes at the caller’s own customer, newest first',
    input: z.strictObject(page),
    reply,
  }),
  deskAudit: get('/rest/desk/audit', {
    who: 'desk',
    summary: 'Changes at all customers or one, newest first',
    input: z.strictObject({ ...page, ...filters }),
    reply,
  }),
  deskAuditCsv: get('/rest/desk/audit/csv', {
    who: 'desk',
    summary:
      'The filtered audit log as a table: CSV (the default), CSV for spreadsheets or an Excel workbook; the export is logged',
    input: z.strictObject({ ...filters, format: z.enum(['CSV', 'CSV_SPREADSHEET', 'XLSX']).optional() }),
    answers: 'file',
    mediaTypes: tableTypes,
  }),
}
