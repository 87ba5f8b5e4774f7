import type { FastifyRequest } from 'fastify'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { bestType } from '#kit/server/accept.ts'
import { cslJsonOf } from '#marc/citation/csl-json.ts'
import { ris } from '#marc/citation/ris.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import { MarcError } from '#marc/marc-error.ts'
import { marcXmlFooter, marcXmlHeader, recordToMarcXml } from '#marc/marcxml/marcxml.ts'
import { modsFooter, modsHeader, recordToMods } from '#marc/mods/mods.ts'
import { outgoingRecord } from '#marc/outgoing/outgoing.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'
import type { MarcRecord } from '#marc/record.ts'
import { type RecordFormat, recordFormats, restProblem } from '../contract.ts'

/** Files of records; the JSON of each call has its own schema. */
type FileFormat = Exclude<RecordFormat, 'json'>

/** `between`: only between two records. */
type Writer = { head: string; write(record: MarcRecord): string | Uint8Array; between?: string; foot: string }
const writers: Record<FileFormat, Writer> = {
  marc: { head: '', write: (record) => encodeRecord(record).bytes, foot: '' },
  marcxml: { head: marcXmlHeader, write: (record) => recordToMarcXml(record), foot: marcXmlFooter },
  mods: { head: modsHeader, write: recordToMods, foot: modsFooter },
  ris: { head: '', write: (record) => ris(cslJsonOf(toDocument(record))), foot: '' },
  'csl-json': {
    head: '[',
    write: (record) => JSON.stringify(cslJsonOf(toDocument(record))),
    between: ',\n',
    foot: ']\n',
  },
}

const types = Object.values(recordFormats)
/** Other names of the types, which clients use. */
const aliases = new Map<string, RecordFormat>([
  ['application/xml', 'marcxml'],
  ['text/xml', 'marcxml'],
  ['application/marc21', 'marc'],
])

/** `given` by name, else by the Accept header. Browsers, which prefer pages, get JSON. */
export function formatFor(request: FastifyRequest, given: RecordFormat | undefined): RecordFormat {
  if (given) return given
  const type = bestType(request.headers.accept, [...types, ...aliases.keys()])
  if (!type) throw restProblem('not_acceptable')
  const named = Object.entries(recordFormats).find(([, mediaType]) => mediaType === type)
  return (named?.[0] as RecordFormat | undefined) ?? aliases.get(type)!
}

export type WrittenRecords = { bytes: Buffer; given: CatalogueRecord[]; unreadable: string[] }

/** A file of records as a school prefers them. Records whose MARC cannot be read are left out and listed. */
export function fileOf(format: FileFormat, records: CatalogueRecord[], preferences: Preferences): WrittenRecords {
  const { head, write, between = '', foot } = writers[format]
  const given: CatalogueRecord[] = []
  const unreadable: string[] = []
  const parts = records.flatMap((record) => {
    try {
      const written = Buffer.from(write(outgoingRecord(record, preferences).record))
      given.push(record)
      return given.length > 1 ? [Buffer.from(between), written] : [written]
    } catch (error) {
      if (!(error instanceof MarcError)) throw error
      unreadable.push(record.document.id)
      return []
    }
  })
  return { bytes: Buffer.concat([Buffer.from(head), ...parts, Buffer.from(foot)]), given, unreadable }
}
