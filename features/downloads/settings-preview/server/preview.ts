import Papa from 'papaparse'
import type { App } from '#app/app.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import type { Settings } from '#features/school/settings/contract.ts'
import { checkOwn, readSettings } from '#features/school/settings/server/settings.ts'
import type { Input, Reply } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { decodeRecord } from '#marc/iso2709/iso2709.ts'
import { writeRecords } from '../../files/server/write-records.ts'
import { type settingsPreviewApi, settingsPreviewProblem } from '../contract.ts'
import { recordsToTry } from './preview-records.ts'
import { xmlLines } from './xml-lines.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'clock'>

/** One record as in a file: by the saved settings, and by the settings on the form. */
export async function previewSettings(
  app: Needs,
  caller: SchoolCaller,
  { id, bibId, ...wanted }: Input<typeof settingsPreviewApi.previewSettings>,
): Promise<Reply<typeof settingsPreviewApi.previewSettings>> {
  checkOwn(caller, id)
  const record = await recordOf(app, bibId ?? (await someRecord(app, caller)))
  const saved = await readSettings(app.db, id)
  const { document } = record
  return {
    response: {
      bibId: document.id,
      title: document.title.titlePrimary,
      before: await asText(record, saved),
      // JSON has no `undefined`: absent settings stay as saved.
      after: await asText(record, { ...saved, ...wanted } as Settings),
    },
  }
}

async function someRecord(app: Needs, caller: SchoolCaller) {
  const [first] = await recordsToTry(app, caller)
  if (!first) throw settingsPreviewProblem('nothing_to_preview')
  return first.bibId
}

async function recordOf({ catalogue }: Needs, bibId: string): Promise<CatalogueRecord> {
  for await (const record of catalogue.fetch([bibId])) return record
  throw settingsPreviewProblem('record_not_found')
}

/** The file of this one record, formatted for reading and comparing by lines. */
async function asText(record: CatalogueRecord, settings: Settings): Promise<string> {
  const pieces: Uint8Array[] = []
  const one = (async function* () {
    yield record
  })()
  const chosenFormat = settings.downloadFileFormat
  // A workbook has the same cells as CSV.
  const format = chosenFormat === 'XLSX' ? 'CSV' : chosenFormat
  const progress = { signal: new AbortController().signal, written: new Set<string>(), messages: [] as string[] }
  for await (const piece of writeRecords(one, { format, preferences: settings }, progress)) pieces.push(piece)
  if (progress.written.size === 0) return progress.messages.join('\n')
  return linesOf[format](Buffer.concat(pieces))
}

const linesOf: Record<Exclude<Settings['downloadFileFormat'], 'XLSX'>, (file: Buffer) => string> = {
  MARC_21: marcLines,
  MARC_21_MARC8: marcLines,
  MARC_XML: elementLines,
  MODS_XML: elementLines,
  CSV: columnLines,
  CSV_SPREADSHEET: columnLines,
}

function marcLines(file: Buffer): string {
  const { record } = decodeRecord(file)
  const lines = record.fields.map((field) =>
    'value' in field
      ? `${field.tag}    ${field.value}`
      : `${field.tag} ${field.ind1}${field.ind2} ${field.subfields.map(({ code, value }) => `$${code} ${value}`).join(' ')}`,
  )
  return [`LDR    ${withoutLengths(record.leader)}`, ...lines].join('\n')
}

/** Leader/00-04 and 12-16 are computed and change with every letter, so a difference in them means nothing. */
const withoutLengths = (leader: string) => `00000${leader.slice(5, 12)}00000${leader.slice(17)}`

/** The record without the envelope, which is the same in every file. */
const recordAlone = /<(mods|record)[ >][\s\S]*<\/\1>/

function elementLines(file: Buffer): string {
  const text = file.toString('utf8')
  return xmlLines(recordAlone.exec(text)?.[0] ?? text)
}

/** One line for each column with a value. */
function columnLines(file: Buffer): string {
  const [names = [], values = []] = Papa.parse<string[]>(
    file
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trimEnd(),
  ).data
  return names
    .flatMap((name, column) => (values[column] ? [`${name}: ${values[column].replace(/\s+/g, ' ')}`] : []))
    .join('\n')
}
