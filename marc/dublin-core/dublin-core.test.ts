import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import type { MarcField } from '../record.ts'
import { dataFiles, hasData, readAll } from '../testing.ts'
import { dublinCoreOf, dublinCoreXml } from './dublin-core.ts'

/** `650 _7 $a Dogs $2 scot`, `008 …`: `_` is a blank indicator. */
function field(line: string): MarcField {
  if (line.startsWith('00')) return { tag: line.slice(0, 3), value: line.slice(4) }
  const [head, ...parts] = line.split(/ ?\$(?=\w )/)
  const [ind1, ind2] = head!.slice(4).replaceAll('_', ' ')
  const subfields = parts.map((part) => ({ code: part[0]!, value: part.slice(2) }))
  return { tag: line.slice(0, 3), ind1: ind1!, ind2: ind2!, subfields }
}
const recordOf = (lines: string[], leader = '00000nam a2200000 i 4500') => ({ leader, fields: lines.map(field) })

const fixed = '008 830101s1983    at a   j      000 1 eng d'
const possum = recordOf([
  fixed,
  '020 __ $a 9780152632243 (pbk.)',
  '041 1_ $a engfre',
  '082 04 $a A823/.3 $2 23',
  '100 1_ $a Fox, Mem, $d 1946- $e author.',
  '245 10 $a Possum magic / $c Mem Fox.',
  '246 3_ $a Magic of possums',
  '264 _1 $a Adelaide : $b Omnibus, $c 1983.',
  '264 _4 $c ©1983',
  '300 __ $a 32 pages : $b illustrations.',
  '490 1_ $a Bush tales ; $v 1',
  '520 __ $a Grandma Poss makes Hush invisible.',
  '650 _7 $a Possums $v Fiction. $2 scisshl',
  '651 _7 $a Australia $2 scisshl',
  '655 _7 $a Picture books. $2 scisshl',
  '700 1_ $a Vivas, Julie, $e illustrator.',
  '856 40 $u https://books.example/possum.',
])

test('a record in full', () => {
  expect(dublinCoreOf(possum)).toEqual([
    ['title', 'Possum magic'],
    ['title', 'Magic of possums'],
    ['creator', 'Fox, Mem, 1946-'],
    ['contributor', 'Vivas, Julie'],
    ['publisher', 'Omnibus'],
    ['date', '1983'],
    ['type', 'Text'],
    ['type', 'Book'],
    ['type', 'Picture books'],
    ['format', '32 pages : illustrations.'],
    ['language', 'eng'],
    ['language', 'fre'],
    ['identifier', 'URN:ISBN:9780152632243'],
    ['identifier', 'https://books.example/possum.'],
    ['subject', 'Possums -- Fiction'],
    ['subject', 'A823.3'],
    ['coverage', 'Australia'],
    ['description', 'Grandma Poss makes Hush invisible.'],
    ['relation', 'Bush tales ; 1'],
  ])
})

test('a brief record has neither subjects nor notes nor links', () => {
  const names = dublinCoreOf(possum, { isBrief: true }).map(([name, text]) => `${name} ${text}`)
  expect(names).toEqual([
    'title Possum magic',
    'creator Fox, Mem, 1946-',
    'contributor Vivas, Julie',
    'publisher Omnibus',
    'date 1983',
    'type Text',
    'type Book',
    'format 32 pages : illustrations.',
    'language eng',
    'language fre',
    'identifier URN:ISBN:9780152632243',
  ])
})

test.each([
  ['i', '245 00 $a A', 'Sound'],
  ['k', '245 00 $a A', 'StillImage'],
  ['g', '245 00 $a A', 'MovingImage'],
  ['e', '245 00 $a A', 'Image'],
  ['r', '245 00 $a A', 'PhysicalObject'],
  ['o', '245 00 $a A', 'Collection'],
  ['m', '245 00 $a A $h [online resource]', 'InteractiveResource'],
])('leader/06 %s and %s: the type %s', (kind, title, type) => {
  const record = recordOf([fixed, title], `00000n${kind}m a2200000 i 4500`)
  expect(dublinCoreOf(record)).toContainEqual(['type', type])
})

test.each([
  ['260 __ $b Huia, $c 2001.', 'publisher', 'Huia'],
  ['264 _3 $b Printer', 'publisher', undefined],
  ['880 10 $6 245-01 $a 負鼠魔法', 'title', '負鼠魔法'],
  ['022 __ $a 0028-0836', 'identifier', 'URN:ISSN:0028-0836'],
  ['024 7_ $a 10.1000/182 $2 doi', 'identifier', '10.1000/182'],
  ['506 __ $a Staff only.', 'rights', 'Staff only.'],
  ['534 __ $t First edition.', 'source', 'First edition'],
  ['776 08 $t Possum magic $z 1234567890', 'relation', 'Possum magic'],
  ['752 __ $a Australia $d Adelaide.', 'coverage', 'Australia Adelaide'],
  ['245 00 $a   ', 'title', undefined],
])('%s: %s %s', (line, name, text) => {
  const found = dublinCoreOf(recordOf([line])).find(([each]) => each === name)
  expect(found?.[1]).toBe(text)
})

test.each(['\u0001', '\u200e', '\ufffe', '\ufffe \ud800'])('no element holds only %j', (nothing) => {
  const tags = '020 022 024 041 100 245 260 300 490 500 520 534 540 650 651 655 700 752 776 856'.split(' ')
  const record = recordOf(tags.map((tag) => `${tag} 00 $a ${nothing} $b ${nothing} $t ${nothing} $u ${nothing}`))
  expect(dublinCoreXml(dublinCoreOf(record), 'oai')).not.toMatch(/>\s*<\/dc:/)
})

test('the same text is given once for each element', () => {
  const record = recordOf(['650 _0 $a Dogs', '650 _7 $a Dogs $2 scot', '651 _0 $a Dogs'])
  expect(dublinCoreOf(record).map(([name]) => name)).toEqual(['type', 'type', 'subject', 'coverage'])
})

test('as XML for SRU and for OAI-PMH', () => {
  expect(dublinCoreXml([['title', 'Salt & <pepper>']], 'srw')).toBe(
    '<srw_dc:dc xmlns:srw_dc="info:srw/schema/1/dc-schema" xmlns:dc="http://purl.org/dc/elements/1.1/">\n  <dc:title>Salt &amp; &lt;pepper&gt;</dc:title>\n</srw_dc:dc>\n',
  )
  expect(dublinCoreXml([], 'oai')).toMatch(
    /^<oai_dc:dc xmlns:oai_dc="http:\/\/www.openarchives.org\/OAI\/2.0\/oai_dc\/" .*xmlns:dc="http:\/\/purl.org\/dc\/elements\/1.1\/">\n<\/oai_dc:dc>\n$/,
  )
})

describe.runIf(hasData)('real records', () => {
  test.each(dataFiles('bib', /\.mrc$/))('%s: each has a title and a type, and its XML is well-formed', async (file) => {
    const { records } = await readAll(file)
    for (const record of records.slice(0, 300)) {
      const elements = dublinCoreOf(record)
      expect(elements.map(([name]) => name)).toContain('type')
      if (record.fields.some(({ tag }) => tag === '245')) expect(elements[0]![0]).toBe('title')
      const parser = new SaxesParser({ xmlns: true })
      parser.on('error', (error) => {
        throw error
      })
      parser.write(dublinCoreXml(elements, 'oai')).close()
    }
  })
})
