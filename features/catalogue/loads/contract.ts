import { z } from 'zod'
import { get, problems } from '#kit/contract.ts'
import { tableTypes } from '#kit/table-files.ts'
import { loadKinds, loadLists, loadStates } from './rules.ts'

const count = z.number().int()

/** A file that was loaded or whose load failed. */
export const Load = z.object({
  id: z.string(),
  kind: z.enum(loadKinds),
  /** The path given to the command. */
  file: z.string(),
  beganDate: z.string(),
  endedDate: z.string(),
  /** `command line (name)`; '' if the portal loaded it automatically. */
  cameFrom: z.string(),
  state: z.enum(loadStates),
  /** Why nothing was loaded; '' if something was, or if every record was rejected. */
  failure: z.string(),
  loaded: count,
  updated: count,
  unchanged: count,
  repaired: count,
  rejected: count,
})
export type Load = z.infer<typeof Load>

/** A record of the file that was rejected or repaired, or a fault of the file. */
export const LoadEntry = z.object({
  id: z.string(),
  list: z.enum(loadLists),
  /** Number of the record in the file, from 1; 0 for the file itself. */
  position: count,
  /** Start of the record: byte in the unpacked file (XML: character); null if unknown. */
  offset: count.nullable(),
  /** 001; '' if absent or unreadable. */
  recordNumber: z.string(),
  /** Sentences: the reason for the rejection, or the repairs. */
  told: z.array(z.string()),
})
export type LoadEntry = z.infer<typeof LoadEntry>

const loadId = z.string().min(1).max(100)
const page = { page: z.coerce.number().int().min(1).max(10_000).default(1) }
const text = { text: z.string().trim().max(200).optional() }
const entryFilters = { loadId, ...text, list: z.enum(loadLists).optional() }

export const loadsApi = {
  deskLoads: get('/rest/desk/loads', {
    who: 'desk',
    summary: 'The last loads of records and headings, newest first',
    input: z.strictObject({
      ...page,
      ...text,
      kind: z.enum(loadKinds).optional(),
      state: z.enum(loadStates).optional(),
    }),
    reply: z.object({ response: z.array(Load), totalCount: count }),
  }),
  deskLoad: get('/rest/desk/loads/:loadId', {
    who: 'desk',
    summary: 'One load',
    input: z.strictObject({ loadId }),
    reply: z.object({ response: Load }),
  }),
  deskLoadEntries: get('/rest/desk/loads/:loadId/entries', {
    who: 'desk',
    summary: 'Rejected or repaired records of a load, in file order; by position, 001 or words',
    input: z.strictObject({ ...page, ...entryFilters }),
    reply: z.object({ response: z.array(LoadEntry), totalCount: count }),
  }),
  deskLoadCsv: get('/rest/desk/loads/:loadId/csv', {
    who: 'desk',
    summary: 'The same list in full, as a table: CSV (the default), CSV for spreadsheets or an Excel workbook',
    input: z.strictObject({ ...entryFilters, format: z.enum(['CSV', 'CSV_SPREADSHEET', 'XLSX']).optional() }),
    answers: 'file',
    mediaTypes: tableTypes,
  }),
}

export const loadProblem = problems({
  load_not_found: [404, 'We couldn’t find this load. Only the latest are kept.'],
})
