import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { dublinCoreOf, dublinCoreXml } from '#marc/dublin-core/dublin-core.ts'
import { recordToMarcXml } from '#marc/marcxml/marcxml.ts'
import { modsDocument } from '#marc/mods/mods.ts'
import { outgoingRecord } from '#marc/outgoing/outgoing.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'
import type { MarcRecord } from '#marc/record.ts'
import { SruDiagnostic } from '../../query/server/sru-diagnostics.ts'

type Schema = {
  uri: string
  title: string
  /** True if library systems may use it without signing in. */
  isOpen: boolean
  write(record: MarcRecord, isBrief: boolean): string
}

/** Record schemas by the short name that explain gives them. */
export const schemas = {
  marcxml: {
    uri: 'info:srw/schema/1/marcxml-v1.1',
    title: 'MARC 21 in XML',
    isOpen: false,
    write: (record) => recordToMarcXml(record),
  },
  mods: {
    uri: 'info:srw/schema/1/mods-v3.7',
    title: 'MODS 3.7',
    isOpen: false,
    write: modsDocument,
  },
  dc: {
    uri: 'info:srw/schema/1/dc-v1.1',
    title: 'Dublin Core',
    isOpen: true,
    write: (record, isBrief) => dublinCoreXml(dublinCoreOf(record, { isBrief }), 'srw'),
  },
} as const satisfies Record<string, Schema>
export type SchemaName = keyof typeof schemas

/** Other names that clients use. */
const aliases = new Map<string, SchemaName>([
  ['http://www.loc.gov/marc21/slim', 'marcxml'],
  ['http://www.loc.gov/mods/v3', 'mods'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
])

export const defaultSchema = (isSignedIn: boolean): SchemaName => (isSignedIn ? 'marcxml' : 'dc')

/** Finds a schema by short name or URI. */
export function readSchema(wanted: string | null, isSignedIn: boolean): SchemaName {
  if (!wanted) return defaultSchema(isSignedIn)
  const name = wanted.toLowerCase()
  const names = Object.keys(schemas) as SchemaName[]
  const schema = names.find((each) => each === name || schemas[each].uri === name) ?? aliases.get(name)
  if (!schema) throw new SruDiagnostic('unknownSchema', wanted)
  if (!isSignedIn && !schemas[schema].isOpen)
    throw new SruDiagnostic('schemaNotAuthorised', `${wanted}: please sign in`)
  return schema
}

/** One element with its namespaces, as the school prefers the record; brief without preferences. */
export const writeRecord = (
  stored: CatalogueRecord,
  schema: SchemaName,
  preferences: Preferences | undefined,
): string => schemas[schema].write(outgoingRecord(stored, preferences).record, preferences === undefined)
