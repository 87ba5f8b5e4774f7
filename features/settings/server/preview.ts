import type { App } from '#app/app.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { writeRecords } from '#features/downloads/server/downloads.ts'
import type { Input, Reply } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { decodeRecord } from '#marc/iso2709.ts'
import { type Settings, type settingsApi, settingsProblem } from '../contract.ts'
import { recordsToTry } from './preview-records.ts'
import { checkOwn, readSettings } from './settings.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'clock'>

/** One record as a file has it: by what is saved, and by the settings that somebody is thinking of. */
export async function previewSettings(
  app: Needs,
  caller: SchoolCaller,
  { id, bibId, ...wanted }: Input<typeof settingsApi.previewSettings>,
): Promise<Reply<typeof settingsApi.previewSettings>> {
  checkOwn(caller, id)
  const record = await recordOf(app, bibId ?? (await someRecord(app, caller)))
  const saved = await readSettings(app.db, id)
  const { document } = record
  return {
    response: {
      bibId: document.id,
      title: document.title.titlePrimary,
      before: await asText(record, saved),
      // JSON has no `undefined`: what is not asked for is absent.
      after: await asText(record, { ...saved, ...wanted } as Settings),
    },
  }
}

async function someRecord(app: Needs, caller: SchoolCaller) {
  const [first] = await recordsToTry(app, caller)
  if (!first) throw settingsProblem('nothing_to_preview')
  return first.bibId
}

async function recordOf({ catalogue }: Needs, bibId: string): Promise<CatalogueRecord> {
  for await (const record of catalogue.fetch([bibId])) return record
  throw settingsProblem('record_not_found')
}

/** What the file of this one record would hold, MARC as lines. */
async function asText(record: CatalogueRecord, settings: Settings): Promise<string> {
  const pieces: Uint8Array[] = []
  const one = (async function* () {
    yield record
  })()
  const wanted = { format: settings.downloadFileFormat, preferences: settings }
  const progress = { signal: new AbortController().signal, written: new Set<string>(), messages: [] }
  for await (const piece of writeRecords(one, wanted, progress)) pieces.push(piece)
  const file = Buffer.concat(pieces)
  return settings.downloadFileFormat.startsWith('MARC_21') ? marcLines(file) : file.toString('utf8')
}

function marcLines(file: Buffer): string {
  const { record } = decodeRecord(file)
  const lines = record.fields.map((field) =>
    'value' in field
      ? `${field.tag}    ${field.value}`
      : `${field.tag} ${field.ind1}${field.ind2} ${field.subfields.map(({ code, value }) => `$${code} ${value}`).join(' ')}`,
  )
  return [`LDR    ${record.leader}`, ...lines].join('\n')
}
