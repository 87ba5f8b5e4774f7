import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import type { FileFormat } from '#features/school/settings/contract.ts'
import { type TableWriter, tableWriter } from '#kit/server/files/table-writer.ts'
import { tableFiles } from '#kit/table-files.ts'
import type { TableFormat } from '#kit/table-format.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { type Encoded, encodeRecord } from '#marc/iso2709/iso2709.ts'
import { MarcError } from '#marc/marc-error.ts'
import { marcXmlFooter, marcXmlHeader, recordToMarcXml } from '#marc/marcxml/marcxml.ts'
import { modsFooter, modsHeader, recordToMods } from '#marc/mods/mods.ts'
import { outgoingRecord, outgoingUtf8 } from '#marc/outgoing/outgoing.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'
import { recordCells, recordColumns } from './record-columns.ts'

export const extensionOf: Record<FileFormat, string> = {
  MARC_21: 'mrc',
  MARC_21_MARC8: 'mrc',
  MARC_XML: 'xml',
  MODS_XML: 'xml',
  CSV: tableFiles.CSV.extension,
  CSV_SPREADSHEET: tableFiles.CSV_SPREADSHEET.extension,
  XLSX: tableFiles.XLSX.extension,
}
/** RFC 2220, RFC 6207. */
export const mediaTypeOf: Record<FileFormat, string> = {
  MARC_21: 'application/marc',
  MARC_21_MARC8: 'application/marc',
  MARC_XML: 'application/marcxml+xml',
  MODS_XML: 'application/mods+xml',
  CSV: tableFiles.CSV.mediaType,
  CSV_SPREADSHEET: tableFiles.CSV_SPREADSHEET.mediaType,
  XLSX: tableFiles.XLSX.mediaType,
}

/** `preferences`: those in the settings of the customer whose file it is. */
type Output = { format: FileFormat; preferences: Preferences }

type Progress = {
  signal: AbortSignal
  /** Ids of the written records. */
  written: Set<string>
  /** Sentences about values that could not be written unchanged. */
  messages: string[]
}

/** Small pieces are joined to this size, so that thousands of records do not need thousands of writes. */
const pieceBytes = 64 * 1024
/** No one would read more. */
const maxMessages = 50

/** The bytes of a data file, piece by piece; at most a few pieces and one record are in memory. */
export async function* writeRecords(
  records: AsyncIterable<CatalogueRecord>,
  { format, preferences }: Output,
  progress: Progress,
): AsyncGenerator<Uint8Array> {
  const writer = await writers[format]()
  const written = inPieces(writtenBy(writer, records, preferences, progress))
  // Compressed output is joined again: no piece is sent before it contains a record.
  yield* writer.pack ? inPieces(writer.pack(written)) : written
}

async function* writtenBy(
  { head, bytesOf, tail }: Writer,
  records: AsyncIterable<CatalogueRecord>,
  preferences: Preferences,
  { signal, written, messages }: Progress,
): AsyncGenerator<Uint8Array> {
  yield head
  for await (const record of records) {
    signal.throwIfAborted()
    const { id } = record.document
    const tell = (sentence: string) => {
      if (messages.length < maxMessages) messages.push(`Record ${id}: ${sentence}`)
    }
    const bytes = readable(() => bytesOf(record, preferences, tell), tell)
    if (!bytes) continue
    written.add(id)
    yield bytes
  }
  yield tail
}

async function* inPieces(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let length = 0
  for await (const part of parts) {
    pieces.push(part)
    length += part.length
    if (length < pieceBytes) continue
    yield Buffer.concat(pieces, length)
    pieces = []
    length = 0
  }
  yield Buffer.concat(pieces)
}

/** An unreadable record must not prevent the others from being written. */
function readable(bytesOf: () => Uint8Array, tell: Tell): Uint8Array | undefined {
  try {
    return bytesOf()
  } catch (error) {
    if (!(error instanceof MarcError)) throw error
    tell(`left out. ${error.message}`)
    return undefined
  }
}

type Tell = (sentence: string) => void
type Writer = {
  head: Uint8Array
  bytesOf: (record: CatalogueRecord, preferences: Preferences, tell: Tell) => Uint8Array
  tail: Uint8Array
} & Pick<TableWriter, 'pack'>

const nothing = new Uint8Array(0)

function reportCuts({ bytes, cuts }: Encoded, tell: Tell): Uint8Array {
  for (const sentence of cuts) tell(sentence)
  return bytes
}

const writers: Record<FileFormat, () => Writer | Promise<Writer>> = {
  MARC_21: () => ({
    head: nothing,
    bytesOf: (record, preferences, tell) => reportCuts(outgoingUtf8(record, preferences), tell),
    tail: nothing,
  }),
  MARC_21_MARC8: () => ({
    head: nothing,
    bytesOf: (record, preferences, tell) =>
      reportCuts(encodeRecord(outgoingRecord(record, preferences).record, { encoding: 'marc-8' }), tell),
    tail: nothing,
  }),
  MARC_XML: () => ({
    head: Buffer.from(marcXmlHeader),
    bytesOf: (record, preferences, tell) => {
      const cuts: string[] = []
      const xml = recordToMarcXml(outgoingRecord(record, preferences).record, cuts)
      return reportCuts({ bytes: Buffer.from(xml), cuts }, tell)
    },
    tail: Buffer.from(marcXmlFooter),
  }),
  MODS_XML: () => ({
    head: Buffer.from(modsHeader),
    bytesOf: (record, preferences) => Buffer.from(recordToMods(outgoingRecord(record, preferences).record)),
    tail: Buffer.from(modsFooter),
  }),
  CSV: () => tableOf('CSV'),
  CSV_SPREADSHEET: () => tableOf('CSV_SPREADSHEET'),
  XLSX: () => tableOf('XLSX'),
}

/** A row for each record. */
async function tableOf(format: TableFormat): Promise<Writer> {
  const { head, rowOf, tail, pack } = await tableWriter(format, recordColumns)
  return {
    head: Buffer.from(head),
    bytesOf(stored, preferences, tell) {
      const { record, isAsLoaded } = outgoingRecord(stored, preferences)
      const document = isAsLoaded ? stored.document : toDocument(record)
      return Buffer.from(rowOf(recordCells({ document, record, preferences }, tell)))
    },
    tail: Buffer.from(tail),
    ...(pack ? { pack } : {}),
  }
}
