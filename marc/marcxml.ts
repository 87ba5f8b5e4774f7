import type { MarcField, MarcRecord } from './record.ts'

export { type MarcXmlItem, readMarcXml } from './marcxml-read.ts'

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
