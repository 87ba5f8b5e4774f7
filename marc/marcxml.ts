import { SaxesParser } from 'saxes'
import { MarcError } from './marc-error.ts'
import { MarcXmlBuilder } from './marcxml-builder.ts'
import { decodeXml } from './marcxml-charset.ts'
import type { MarcField, MarcRecord } from './record.ts'

export const marcXmlHeader =
  '<?xml version="1.0" encoding="UTF-8"?>\n<collection xmlns="http://www.loc.gov/MARC21/slim">\n'
export const marcXmlFooter = '</collection>\n'

/** One `record` element with its namespace; stands alone or between header and footer. The text is UTF-8's. */
export function recordToMarcXml(record: MarcRecord): string {
  const leader = `${record.leader.slice(0, 9)}a${record.leader.slice(10)}`
  let xml = `<record xmlns="http://www.loc.gov/MARC21/slim">\n  <leader>${escaped(leader)}</leader>\n`
  for (const field of record.fields) xml += fieldToXml(field)
  return `${xml}</record>\n`
}

function fieldToXml(field: MarcField): string {
  const tag = escaped(field.tag)
  if ('value' in field) return `  <controlfield tag="${tag}">${escaped(field.value)}</controlfield>\n`
  let xml = `  <datafield tag="${tag}" ind1="${escaped(field.ind1)}" ind2="${escaped(field.ind2)}">\n`
  for (const { code, value } of field.subfields)
    xml += `    <subfield code="${escaped(code)}">${escaped(value)}</subfield>\n`
  return `${xml}  </datafield>\n`
}

const special = /[&<>"\r\t\n]|[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]/
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#xD;',
  '\t': '&#x9;',
  '\n': '&#xA;',
}

/** Markup becomes references, and characters that XML 1.0 (2.2) does not allow are left out. */
function escaped(text: string): string {
  if (!special.test(text)) return text
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"\r\t\n]/g, (character) => entities[character]!)
}

export type MarcXmlItem =
  | { /** Character of the file at which the record begins. */ offset: number; record: MarcRecord; repairs: string[] }
  | { offset: number; error: MarcError }

const longestRecord = 8 * 1024 * 1024

/**
 * Records of a MARCXML file, with or without namespace, alone, in a collection or inside OAI replies. Nothing outside
 * the file is ever read. Where the XML breaks, an error item ends the records, and those before it stand.
 */
export async function* readMarcXml(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<MarcXmlItem> {
  const builder = new MarcXmlBuilder()
  const parser = new SaxesParser<{ xmlns: false; position: true }>({ xmlns: false, position: true })
  parser.on('error', (error) => {
    const sentence = error.message.replace(/^\d+:\d+: /, '')
    throw new MarcError('xml_not_well_formed', `Line ${parser.line}: ${sentence}`, parser.position)
  })
  parser.on('doctype', (text) => declareEntities(parser, text))
  parser.on('opentag', ({ name, attributes }) => builder.open(name, attributes, parser.position))
  parser.on('text', (text) => builder.text(text))
  parser.on('cdata', (text) => builder.text(text))
  parser.on('closetag', ({ name }) => builder.close(name))
  try {
    for await (const text of decodeXml(chunks)) {
      parser.write(text)
      yield* builder.take()
      if (parser.position - builder.quietSince > longestRecord)
        throw new MarcError('record_too_long', 'No record ends within 8 million characters.', parser.position)
    }
    parser.close()
    yield* builder.take()
    if (builder.count === 0) throw new MarcError('xml_without_records', 'The XML holds no MARC record.', 0)
  } catch (error) {
    if (!(error instanceof MarcError)) throw error
    yield* builder.take()
    yield { offset: error.position, error }
  }
}

/** Plain internal entities only: no external ones, and none made of other entities. */
function declareEntities(parser: { ENTITIES: Record<string, string> }, doctype: string): void {
  for (const [, name, value] of doctype.matchAll(/<!ENTITY\s+([\w.-]{1,64})\s+["']([^"'<&%]{0,1000})["']\s*>/g))
    parser.ENTITIES[name!] ??= value!
}
