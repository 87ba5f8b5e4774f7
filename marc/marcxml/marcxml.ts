import type { MarcRecord } from '../record.ts'
import { fitMarcXml } from './marcxml-fit.ts'
import { xmlText } from './xml-text.ts'

export const marcXmlHeader =
  '<?xml version="1.0" encoding="UTF-8"?>\n<collection xmlns="http://www.loc.gov/MARC21/slim">\n'
export const marcXmlFooter = '</collection>\n'

/**
 * One `record` element with its namespace; valid alone or between header and footer. The text is UTF-8. `repairs`:
 * sentences about changes that the schema required.
 */
export function recordToMarcXml(record: MarcRecord, repairs: string[] = []): string {
  const { leader, control, data } = fitMarcXml(record, repairs)
  let xml = `<record xmlns="http://www.loc.gov/MARC21/slim">\n  <leader>${leader}</leader>\n`
  for (const { tag, value } of control) xml += `  <controlfield tag="${tag}">${xmlText(value)}</controlfield>\n`
  for (const { tag, ind1, ind2, subfields } of data) {
    xml += `  <datafield tag="${tag}" ind1="${ind1}" ind2="${ind2}">\n`
    for (const { code, value } of subfields)
      xml += `    <subfield code="${xmlText(code)}">${xmlText(value)}</subfield>\n`
    xml += '  </datafield>\n'
  }
  return `${xml}</record>\n`
}
