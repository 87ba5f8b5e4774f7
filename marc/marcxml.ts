import type { MarcField, MarcRecord } from './record.ts'
import { xmlText } from './xml-text.ts'

export { type MarcXmlItem, readMarcXml } from './marcxml-read.ts'

export const marcXmlHeader =
  '<?xml version="1.0" encoding="UTF-8"?>\n<collection xmlns="http://www.loc.gov/MARC21/slim">\n'
export const marcXmlFooter = '</collection>\n'

/** One `record` element with its namespace; stands alone or between header and footer. The text is UTF-8's. */
export function recordToMarcXml(record: MarcRecord): string {
  const leader = `${record.leader.slice(0, 9)}a${record.leader.slice(10)}`
  let xml = `<record xmlns="http://www.loc.gov/MARC21/slim">\n  <leader>${xmlText(leader)}</leader>\n`
  for (const field of record.fields) xml += fieldToXml(field)
  return `${xml}</record>\n`
}

function fieldToXml(field: MarcField): string {
  const tag = xmlText(field.tag)
  if ('value' in field) return `  <controlfield tag="${tag}">${xmlText(field.value)}</controlfield>\n`
  let xml = `  <datafield tag="${tag}" ind1="${xmlText(field.ind1)}" ind2="${xmlText(field.ind2)}">\n`
  // A delimiter that nothing follows; the schema wants a code.
  for (const { code, value } of field.subfields)
    if (code !== '' || value !== '') xml += `    <subfield code="${xmlText(code)}">${xmlText(value)}</subfield>\n`
  return `${xml}  </datafield>\n`
}
