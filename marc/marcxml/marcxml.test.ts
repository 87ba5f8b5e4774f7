import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { runs } from '#kit/runs-testing.ts'
import type { MarcRecord } from '../record.ts'
import { valuesOf } from '../testing.ts'
import { marcXmlFooter, marcXmlHeader, recordToMarcXml } from './marcxml.ts'
import { readMarcXml } from './marcxml-read.ts'

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

test('an empty delimiter at the end of a field is no subfield', async () => {
  const record = simple('Holes')
  const [number, title] = record.fields
  if (!title || !('subfields' in title)) throw new Error('no title')
  const trailing = { ...title, subfields: [...title.subfields, { code: '', value: '' }] }
  expect(recordToMarcXml({ ...record, fields: [number!, trailing] })).toBe(recordToMarcXml(record))
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

describe('broken XML', () => {
  const [one, two, three] = ['One', 'Two', 'Three'].map((title) => recordToMarcXml(simple(title))) as [
    string,
    string,
    string,
  ]
  const broken = (record: string, spoiling: string) => record.replace('<datafield', `${spoiling}<datafield`)

  test.each([
    ['an element without its end', broken(two, '<controlfield tag="008">')],
    ['an ampersand', broken(two, ' & ')],
    ['a tag inside a tag', '<record><lead</record>'],
    ['a start tag that is broken itself', two.replace('<record ', '<record "')],
    ['a comment without its end', broken(two, '<!-- ')],
    ['text without its end', broken(two, '<![CDATA[')],
    ['a value without its end', two.replace('code="a"', 'code="a')],
  ])('%s costs one record only', async (_, spoilt) => {
    expect(await read(marcXmlHeader, one, spoilt, three, marcXmlFooter)).toMatchObject({
      titles: ['One', 'Three'],
      errors: ['xml_not_well_formed'],
    })
  })

  test('reading continues after every error, and reports the place of each', async () => {
    const bad = broken(two, '&')
    const items = []
    const xml = marcXmlHeader + one + bad + bad + three + bad + one + marcXmlFooter
    for await (const item of readMarcXml([Buffer.from(xml)])) items.push(item)
    expect(items.map((item) => ('error' in item ? 'error' : valuesOf(item.record, '245', 'a')[0]))).toEqual([
      'One',
      'error',
      'error',
      'Three',
      'error',
      'One',
    ])
    const lines = (text: string) => text.split('\n').length
    for (const item of items)
      if ('error' in item) expect(item.error.message).toMatch(`Line ${lines(xml.slice(0, item.offset))}: `)
    expect(new Set(items.map(({ offset }) => offset)).size).toBe(6)
  })

  test('in OAI replies the next record is found too, and prefixes stay', async () => {
    const reply = (record: string) => `<record><header/><metadata>${record}</metadata></record>`
    const prefixed = (record: string) => record.replace(/<(\/?)(\w)/g, '<$1marc:$2').replace('xmlns=', 'xmlns:marc=')
    const records = [one, broken(two, '&'), three, one].map(prefixed).map(reply).join('\n')
    expect(await read(`<OAI-PMH><ListRecords>${records}</ListRecords></OAI-PMH>`)).toMatchObject({
      titles: ['One', 'Three', 'One'],
      errors: ['xml_not_well_formed'],
    })
  })

  test('a truncated file ends with one error', async () => {
    expect(await read(marcXmlHeader, one, two.slice(0, -20))).toMatchObject({
      titles: ['One'],
      errors: ['record_cut_off'],
    })
  })

  test('concatenated files lose nothing', async () => {
    const file = (record: string) => marcXmlHeader + record + marcXmlFooter
    expect(await read(file(one), file(two), file(three))).toMatchObject({ titles: ['One', 'Two', 'Three'], errors: [] })
    expect(await read(one, two, three)).toMatchObject({ titles: ['One', 'Two', 'Three'], errors: [] })
  })

  test('entities of the file are known after an error', async () => {
    const declared = `<!DOCTYPE collection [<!ENTITY e "and">]><collection>${one.replace('One', '&nothing;')}`
    expect(await read(declared, three.replace('Three', 'a &e; &lt; z'), marcXmlFooter)).toMatchObject({
      titles: ['a and < z'],
      errors: ['xml_not_well_formed'],
    })
  })

  test('of a large file, only the current record is held', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const chunk = Buffer.from((broken(two, '&') + one + 'x'.repeat(1000)).repeat(500))
    const inUse: number[] = []
    const count = runs(15, 60)
    const chunks = (function* () {
      yield Buffer.from(marcXmlHeader)
      for (let n = 0; n < count; n++) {
        yield chunk
        if (n % 5 !== 4) continue
        collectGarbage()
        inUse.push(process.memoryUsage().heapUsed)
      }
    })()
    let items = 0
    for await (const _ of readMarcXml(chunks)) items++
    expect(items).toBe(1000 * count)
    expect(Math.max(...inUse) - inUse[0]!).toBeLessThan(5 * chunk.length)
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
  ])('for %s are refused', async (_, declaration) => {
    expect(await read(withEntity(declaration))).toMatchObject({ records: [], errors: ['xml_not_well_formed'] })
  })
})

test('a byte order mark or a declaration gives the encoding of the file', async () => {
  const xml = `<?xml version="1.0" encoding="ISO-8859-1"?>${recordToMarcXml(simple('Café'))}`
  expect((await read(Buffer.from(xml, 'latin1'))).titles).toEqual(['Café'])
  const utf16 = Buffer.from(`\ufeff${recordToMarcXml(simple('Café'))}`, 'utf16le')
  expect((await read(utf16)).titles).toEqual(['Café'])
})

test.each([
  ['ind1="12" ind2="0"', '10', 'Field 245 had the indicator “12”, which became “1”.'],
  ['ind2="0"', ' 0', 'Field 245 lacked an indicator, which became a blank.'],
  ['ind1="" ind2="0"', ' 0', 'Field 245 lacked an indicator, which became a blank.'],
  ['ind1="é" ind2="0"', ' 0', 'Field 245 had the indicator “é”, which became a blank.'],
])('a field with %s is repaired, and the repair is reported', async (attributes, indicators, repair) => {
  const xml = recordToMarcXml(simple('Holes')).replace('ind1="1" ind2="0"', attributes)
  for await (const item of readMarcXml([Buffer.from(xml)])) {
    if ('error' in item) throw item.error
    expect(item.repairs).toEqual([repair])
    expect(item.record.fields[1]).toMatchObject({ ind1: indicators[0], ind2: indicators[1] })
  }
})

test('a character may be split across two chunks of the file', async () => {
  const bytes = Buffer.from(recordToMarcXml(simple('Māori 📚')))
  const { titles } = await read(...[...bytes].map((byte) => Buffer.from([byte])))
  expect(titles).toEqual(['Māori 📚'])
})

test('endless or deeply nested elements are refused', async () => {
  expect((await read('<a>'.repeat(5000))).errors).toEqual(['xml_not_well_formed'])
  const endless = Array.from({ length: 20 }, () => 'x'.repeat(1024 * 1024))
  expect((await read('<collection><record><leader>', ...endless)).errors).toEqual(['record_too_long'])
})
