import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { dublinCoreOf, dublinCoreXml } from '#marc/dublin-core/dublin-core.ts'
import { recordToMarcXml } from '#marc/marcxml/marcxml.ts'
import { line } from '#marc/marcxml/xml-text.ts'
import { modsDocument } from '#marc/mods/mods.ts'
import { outgoingRecord } from '#marc/outgoing/outgoing.ts'
import type { Preferences } from '#marc/outgoing/preferences.ts'
import type { MarcRecord } from '#marc/record.ts'
import { OaiError } from './oai-request.ts'

type Format = {
  schema: string
  namespace: string
  isOpen: boolean
  /** `isBrief`: without subjects, notes and links. */
  write(record: MarcRecord, isBrief: boolean): string
}

export const formats = {
  oai_dc: {
    schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    namespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
    isOpen: true,
    write: (record, isBrief) => dublinCoreXml(dublinCoreOf(record, { isBrief }), 'oai'),
  },
  marcxml: {
    schema: 'http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd',
    namespace: 'http://www.loc.gov/MARC21/slim',
    isOpen: false,
    write: (record) => recordToMarcXml(record),
  },
  mods: {
    schema: 'http://www.loc.gov/standards/mods/v3/mods-3-7.xsd',
    namespace: 'http://www.loc.gov/mods/v3',
    isOpen: false,
    write: modsDocument,
  },
} as const satisfies Record<string, Format>

export function formatOf(prefix: string): Format {
  if (!Object.hasOwn(formats, prefix))
    throw new OaiError('cannotDisseminateFormat', `“${prefix}” is not a format of this repository.`)
  return formats[prefix as keyof typeof formats]
}

export const formatsXml = (): string =>
  Object.entries(formats)
    .map(
      ([prefix, { schema, namespace }]) =>
        `<metadataFormat>\n${line('metadataPrefix', prefix)}${line('schema', schema)}${line('metadataNamespace', namespace)}</metadataFormat>\n`,
    )
    .join('')

/** A record as the school prefers it; visitors, who have no preferences, get brief ones. */
export const metadataOf = (stored: CatalogueRecord, format: Format, preferences: Preferences | undefined): string =>
  format.write(outgoingRecord(stored, preferences).record, preferences === undefined)
