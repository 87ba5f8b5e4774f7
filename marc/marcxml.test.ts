import { describe, expect, test } from 'vitest'
import { marcXmlFooter, marcXmlHeader, readMarcXml, recordToMarcXml } from './marcxml.ts'
import type { MarcRecord } from './record.ts'
import { valuesOf } from './testing.ts'

const simple = (title: string): MarcRecord => ({
  leader: '00000nam a2200000 i 4500',
  fields: [
    { tag: '001', value: '42' },
    { tag: '245', ind1: '1', ind2: '0', subfields: [{ code: 'a', value: title }] },
  ],
})

async function read(...chunks: (string | Buffer)[]) {
  const records: MarcRecord[] = []
  const errors: string[] = []
  for await (const item of readMarcXml(chunks.map((chunk) => Buffer.from(chunk as string))))
    if ('error' in item) errors.push(item.error.code)
    else records.push(item.record)
  return { records, errors, titles: records.flatMap((record) => valuesOf(record, '245', 'a')) }
}

test('markup in a value is text, and characters that XML does not allow are left out', async () => {
  const written = recordToMarcXml(simple('<b>"Tom & Jerry"</b>\u0000\u0008\uFFFE\ud800 \u{1f4da}\n2'))
  expect(written).toContain('&lt;b&gt;&quot;Tom &amp; Jerry&quot;&lt;/b&gt; \u{1f4da}&#xA;2')
  expect((await read(written)).titles).toEqual(['<b>"Tom & Jerry"</b> \u{1f4da}\n2'])
})

test('records are read from a collection, alone, with a prefix, without namespace and from OAI replies', async () => {
  const one = recordToMarcXml(simple('One'))
  const bare = one.replace(/ xmlns="[^"]*"/, '')
  const prefixed = one.replace(/<(\/?)(\w)/g, '<$1marc:$2').replace('xmlns=', 'xmlns:marc=')
  const oai = (record: string) =>
    `<OAI-PMH><ListRecords><record><header><identifier>x</identifier></header><metadata>${record}</metadata></record></ListRecords></OAI-PMH>`
  for (const xml of [one, bare, prefixed, marcXmlHeader + one + marcXmlFooter, oai(one), oai(bare), oai(prefixed)])
    expect(await read(xml)).toMatchObject({ titles: ['One'], errors: [] })
  expect((await read(oai(one + one))).titles).toEqual(['One', 'One'])
})

test('what stands before the place where the XML breaks is read', async () => {
  const one = recordToMarcXml(simple('One'))
  expect(await read(marcXmlHeader, one, one, '<record><lead</record>', one)).toMatchObject({
    titles: ['One', 'One'],
    errors: ['xml_not_well_formed'],
  })
  expect(await read(marcXmlHeader, one, one.slice(0, -20))).toMatchObject({
    titles: ['One'],
    errors: ['xml_not_well_formed'],
  })
})

describe('entities', () => {
  const withEntity = (declaration: string) =>
    `<?xml version="1.0"?><!DOCTYPE collection [${declaration}]>${recordToMarcXml(simple('TITLE')).replace('TITLE', 'a &e; z')}`

  test('of the file itself are read', async () => {
    expect((await read(withEntity('<!ENTITY e "and">'))).titles).toEqual(['a and z'])
  })

  test.each([
    ['files', '<!ENTITY e SYSTEM "file:///etc/passwd">'],
    ['addresses', '<!ENTITY e PUBLIC "x" "http://localhost:1/">'],
    ['other entities', '<!ENTITY d "dd"><!ENTITY e "&d;&d;&d;&d;">'],
  ])('that stand for %s are refused', async (_, declaration) => {
    expect(await read(withEntity(declaration))).toMatchObject({ records: [], errors: ['xml_not_well_formed'] })
  })
})

test('the file says its encoding by a mark or a declaration', async () => {
  const xml = `<?xml version="1.0" encoding="ISO-8859-1"?>${recordToMarcXml(simple('Café'))}`
  expect((await read(Buffer.from(xml, 'latin1'))).titles).toEqual(['Café'])
  const utf16 = Buffer.from(`\ufeff${recordToMarcXml(simple('Café'))}`, 'utf16le')
  expect((await read(utf16)).titles).toEqual(['Café'])
})

test('a character may lie across two chunks of the file', async () => {
  const bytes = Buffer.from(recordToMarcXml(simple('Māori 📚')))
  const { titles } = await read(...[...bytes].map((byte) => Buffer.from([byte])))
  expect(titles).toEqual(['Māori 📚'])
})

test('elements without end or bottom are refused', async () => {
  expect((await read('<a>'.repeat(5000))).errors).toEqual(['xml_not_well_formed'])
  const endless = Array.from({ length: 20 }, () => 'x'.repeat(1024 * 1024))
  expect((await read('<collection><record><leader>', ...endless)).errors).toEqual(['record_too_long'])
})
