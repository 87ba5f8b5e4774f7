import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { encodeRecord } from '../iso2709/iso2709.ts'
import { outgoingRecord } from '../outgoing/outgoing.ts'
import type { MarcField, MarcRecord } from '../record.ts'
import { dataFiles, hasData, readShare } from '../testing.ts'
import { marcXmlFooter, marcXmlHeader, recordToMarcXml } from './marcxml.ts'

/** The types of MARC21slim.xsd 1.2; `\d` in a schema means `\p{Nd}`. */
const whole = (pattern: string) => new RegExp(`^(?:${pattern.replaceAll('\\d', '\\p{Nd}')})$`, 'u')
const types = {
  leader: whole('[\\d ]{5}[\\dA-Za-z ]{1}[\\dA-Za-z]{1}[\\dA-Za-z ]{3}(2| )(2| )[\\d ]{5}[\\dA-Za-z ]{3}(4500|    )'),
  controlTag: whole('00[1-9A-Za-z]{1}'),
  tag: whole('(0([1-9A-Z][0-9A-Z])|0([1-9a-z][0-9a-z]))|(([1-9A-Z][0-9A-Z]{2})|([1-9a-z][0-9a-z]{2}))'),
  indicator: whole('[\\da-z ]{1}'),
  code: whole(`[\\dA-Za-z!"#$%&'()*+,\\-./:;<=>?\\{\\}_^\`~\\[\\]\\\\]{1}`),
}
const parents: Record<string, string> = { collection: '', record: 'collection', subfield: 'datafield' }
const attributes: Record<string, Record<string, RegExp>> = {
  collection: { xmlns: /^http:\/\/www\.loc\.gov\/MARC21\/slim$/ },
  record: { xmlns: /^http:\/\/www\.loc\.gov\/MARC21\/slim$/ },
  leader: {},
  controlfield: { tag: types.controlTag },
  datafield: { tag: types.tag, ind1: types.indicator, ind2: types.indicator },
  subfield: { code: types.code },
}
const places = ['leader', 'controlfield', 'datafield']

/** Violations of the schema, as sentences. Throws if the text is not well-formed. */
function breachesOf(xml: string): string[] {
  const found: string[] = []
  const path: { name: string; children: string[]; text: string }[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes: given }) => {
    const parent = path.at(-1)
    if ((parents[name] ?? 'record') !== (parent?.name ?? '')) found.push(`${name} stands in ${parent?.name}`)
    parent?.children.push(name)
    const allowed = attributes[name] ?? {}
    for (const [each, pattern] of Object.entries(allowed))
      if (!pattern.test(given[each] ?? '')) found.push(`${name} ${each} is “${given[each]}”`)
    for (const each of Object.keys(given)) if (!allowed[each]) found.push(`${name} has ${each}`)
    path.push({ name, children: [], text: '' })
  })
  parser.on('text', (text) => {
    const here = path.at(-1)
    if (here) here.text += text
  })
  parser.on('closetag', () => {
    const { name, children, text } = path.pop()!
    if (name === 'leader' && !types.leader.test(text)) found.push(`The leader is “${text}”`)
    if (name === 'datafield' && children.length === 0) found.push('A data field has no subfield')
    if (['collection', 'record', 'datafield'].includes(name) && text.trim() !== '') found.push(`${name} holds text`)
    if (name !== 'record') return
    const order = children.map((child) => places.indexOf(child))
    if (order.some((place, i) => i > 0 && place < order[i - 1]!)) found.push('The fields are out of order')
    if (order.filter((place) => place === 0).length !== 1) found.push('There is not one leader')
  })
  parser.write(xml).close()
  return found
}

const breachesOfRecord = (record: MarcRecord) => breachesOf(marcXmlHeader + recordToMarcXml(record) + marcXmlFooter)

const leader = '00000nam a2200000 a 4500'
const data = (tag: string, ind1: string, ...subfields: [code: string, value: string][]): MarcField => ({
  tag,
  ind1,
  ind2: ' ',
  subfields: subfields.map(([code, value]) => ({ code, value })),
})

describe.each<[string, MarcRecord, written: string, expected: string[]]>([
  [
    'a field without subfields',
    { leader, fields: [data('500', ' '), data('501', ' ', ['', ''])] },
    '</leader>\n</record>',
    [],
  ],
  [
    'a leader with fill characters',
    { leader: '0000|||m #2200000|a 45  ', fields: [] },
    '<leader>00000 am a2200000 a 4500</leader>',
    ['The leader “0000|||m a2200000|a 45  ” is not allowed in MARCXML and was written as “00000 am a2200000 a 4500”.'],
  ],
  [
    'a control field behind others',
    { leader, fields: [data('245', '0', ['a', 'T']), { tag: '008', value: 'x' }] },
    '<controlfield tag="008">x</controlfield>\n  <datafield tag="245"',
    [],
  ],
  [
    'text in a field that has subfields',
    { leader, fields: [{ tag: 'FMT', value: 'BK' }] },
    '<datafield tag="FMT" ind1=" " ind2=" ">\n    <subfield code="a">BK</subfield>',
    ['Field FMT has no subfields; its text became $a.'],
  ],
  [
    'subfields in a control field',
    { leader, fields: [data('009', '1', ['a', 'x'], ['b', 'y'])] },
    '<controlfield tag="009">x y</controlfield>',
    ['Field 009 has subfields, which MARCXML does not allow; it was written as text.'],
  ],
  [
    'tags that are none',
    {
      leader,
      fields: ['5 0', 'Abc', '000'].map((tag) => data(tag, ' ', ['a', tag])).concat({ tag: '00-', value: 'c' }),
    },
    'tag="900"',
    [
      'The tag “5 0” is not allowed in MARCXML and was written as 590.',
      'The tag “Abc” is not allowed in MARCXML and was written as ABC.',
      'The tag “000” is not allowed in MARCXML and was written as 900.',
      'The tag “00-” is not allowed in MARCXML and was written as 009.',
    ],
  ],
  [
    'indicators that are none',
    { leader, fields: [data('500', 'A', ['a', 'x']), data('501', '|', ['a', 'x'])] },
    '<datafield tag="500" ind1="a"',
    ['Field 500 has the indicator “A”, which became “a”.', 'Field 501 has the indicator “|”, which became a blank.'],
  ],
  [
    'codes that are none',
    { leader, fields: [data('500', ' ', [' ', 'x'], ['', 'y'], ['|', 'z'], ['ab', 'w'])] },
    '<subfield code="?">y</subfield>',
    [
      'Field 500 has the subfield code “ ”, which became “?”.',
      'Field 500 has the subfield code “”, which became “?”.',
      'Field 500 has the subfield code “|”, which became “?”.',
      'Field 500 has the subfield code “ab”, which became “a”.',
    ],
  ],
])('%s', (_, record, written, expected) => {
  test('is written as the schema requires, and the changes are reported', () => {
    const repairs: string[] = []
    expect(recordToMarcXml(record, repairs)).toContain(written)
    expect(repairs).toEqual(expected)
    expect(breachesOfRecord(record)).toEqual([])
  })
})

test('any record is valid, and keeps its text', () => {
  const short = (units: string, options: object) =>
    fc.string({ unit: fc.constantFrom(...units), ...options }) as fc.Arbitrary<string>
  const wild = 'aZ09 |-#é٣\u0007<&'
  const text = fc.string({ unit: fc.constantFrom(...'ab <&>"\n\té📚') })
  const code = fc.oneof(fc.constantFrom(...'abc019'), short(wild, { maxLength: 2 }))
  const tag = fc.oneof(fc.constantFrom('001', '008', '245', '00A'), short(wild, { minLength: 3, maxLength: 3 }))
  const indicator = short(wild, { minLength: 1, maxLength: 1 })
  const subfields = fc.array(fc.record({ code, value: text }), { maxLength: 4 })
  const field = fc.oneof(
    fc.record({ tag, value: text }),
    fc.record({ tag, ind1: indicator, ind2: indicator, subfields }),
  )
  const record = fc.record({
    leader: fc.oneof(fc.constant(leader), short(wild, { maxLength: 30 })),
    fields: fc.array(field, { maxLength: 6 }),
  })
  fc.assert(
    fc.property(record, (found) => {
      const repairs: string[] = []
      const xml = recordToMarcXml(found, repairs)
      expect(breachesOfRecord(found)).toEqual([])
      const held = textOf(xml)
      for (const each of found.fields)
        for (const value of 'value' in each ? [each.value] : each.subfields.map(({ value }) => value))
          expect(held).toContain(value)
      for (const sentence of repairs) expect(sentence).toMatch(/^\p{Lu}.*\.$/su)
    }),
    { numRuns: 2000 },
  )
})

function textOf(xml: string): string {
  let text = ''
  const parser = new SaxesParser()
  parser.on('text', (each) => {
    text += each
  })
  parser.write(xml).close()
  return text
}

describe.skipIf(!hasData)('every record of the test data', () => {
  const files = ['bib', 'auth', 'malformed'].flatMap((folder) =>
    dataFiles(folder, /\.(?:mrc|marc|dat|usmarc|xml|lif)$/),
  )
  test.each(files)('%s is valid MARCXML', async (file) => {
    for (const { record, bytes, encoding } of await readShare(file)) {
      const stored = { document: { id: '7' }, marc: bytes, encoding }
      expect(breachesOfRecord(outgoingRecord(stored).record)).toEqual([])
      expect(breachesOfRecord(record)).toEqual([])
      const other = { ...stored, marc: encodeRecord(record, { encoding: 'marc-8' }).bytes, encoding: 'marc-8' as const }
      expect(breachesOfRecord(outgoingRecord(other).record)).toEqual([])
    }
  })
})
