import { expect, test } from 'vitest'
import { marcAsText, readMarcXml } from './read-marc-xml.ts'

const xml = `<?xml version="1.0"?>
<record xmlns="http://www.loc.gov/MARC21/slim">
  <leader>00000nam a2200000 a 4500</leader>
  <controlfield tag="001">77</controlfield>
  <datafield tag="245" ind1="1" ind2="0"><subfield code="a">Fish &amp; &lt;chips&gt; :</subfield><subfield code="b">a story</subfield></datafield>
  <datafield tag="650" ind1=" " ind2="7"><subfield code="a">Food</subfield><subfield code="2">scot</subfield></datafield>
</record>`

test('tags, indicators and subfields of MARCXML are read in order', () => {
  const lines = readMarcXml(xml)
  expect(lines.map((line) => line.tag)).toEqual(['LDR', '001', '245', '650'])
  expect(lines[2]).toEqual({
    tag: '245',
    indicators: '10',
    value: '',
    subfields: [
      { code: 'a', value: 'Fish & <chips> :' },
      { code: 'b', value: 'a story' },
    ],
  })
})

test('a record is copied as text, one field a line, blanks shown', () => {
  expect(marcAsText(readMarcXml(xml)).split('\n')).toEqual([
    'LDR    00000nam a2200000 a 4500',
    '001    77',
    '245 10 $a Fish & <chips> : $b a story',
    '650 _7 $a Food $2 scot',
  ])
})
