import { expect, test } from 'vitest'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { dublinCoreOf } from '#marc/dublin-core/dublin-core.ts'
import { recordToMods } from '#marc/mods/mods.ts'
import { asCatalogued } from '../../server/testing.ts'
import { recordCells, recordColumns } from './record-columns.ts'
import { recordPage } from './record-page.ts'

const linkColumn = recordColumns.findIndex(({ name }) => name === 'Link')

async function pageOf(document: BibliographicDocument): Promise<string> {
  async function* one() {
    yield document
  }
  const about = { heading: '', publicUrl: 'https://portal.example', providerName: 'SCIS', count: 1 }
  let page = ''
  for await (const piece of recordPage(one(), { ...about, isbnFormat: 'ISBN' })) page += piece
  return unescaped(page)
}

const unescaped = (markup: string) =>
  markup.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** 856 $u as cataloguers write it, the links made of it, and the words beside an address. '': it stays text. */
const forms: [given: string, links: string[], note?: string][] = [
  ['https://maps.example/atlas', ['https://maps.example/atlas']],
  ['ftp://maps.example/atlas.', ['ftp://maps.example/atlas.']],
  ['ftp.maps.example/sheet 4', ['https://ftp.maps.example/sheet%204']],
  ['www.maps.example', ['https://www.maps.example']],
  ['maps.example', ['https://maps.example']],
  ['maps.example:8080/a?b=c', ['https://maps.example:8080/a?b=c']],
  ['//maps.example/atlas', ['https://maps.example/atlas']],
  ['https://maps.example/sheet 4', ['https://maps.example/sheet%204']],
  ['https://maps.example/my atlas.pdf', ['https://maps.example/my%20atlas.pdf']],
  ['https://maps.example/a?q=state varies&id=4', ['https://maps.example/a?q=state%20varies&id=4']],
  ['https://maps.example/a|b', ['https://maps.example/a%7Cb']],
  ['https://maps.example/{a}^b`c', ['https://maps.example/%7Ba%7D%5Eb%60c']],
  ['http:\\\\maps.example\\atlas', ['http://maps.example/atlas']],
  ['http//maps.example/a', ['http://maps.example/a']],
  ['https:/maps.example/a', ['https://maps.example/a']],
  ['http;//maps.example/a', ['http://maps.example/a']],
  ['htttp://maps.example/a', ['http://maps.example/a']],
  ['http://https://maps.example/a', ['https://maps.example/a']],
  ['<https://maps.example/a>', ['https://maps.example/a']],
  ['<URL:https://maps.example/a>', ['https://maps.example/a']],
  ['URL: https://maps.example/a', ['https://maps.example/a']],
  ['Available online at: www.maps.example/a', ['https://www.maps.example/a']],
  ['https://maps.example/a (staff only)', ['https://maps.example/a'], 'staff only'],
  ['https://maps.example/a [staff only]', ['https://maps.example/a'], 'staff only'],
  ['https://maps.example/a | Contents', ['https://maps.example/a'], 'Contents'],
  ['https://maps.example/a - Contents', ['https://maps.example/a'], 'Contents'],
  ['https://maps.example/a; Contents', ['https://maps.example/a'], 'Contents'],
  ['https://maps.example/a Full text', ['https://maps.example/a'], 'Full text'],
  ['https://maps.example/a.pdf Large file', ['https://maps.example/a.pdf'], 'Large file'],
  ['https://maps.example Home page', ['https://maps.example'], 'Home page'],
  ['https://maps.example/a https://maps.example/b', ['https://maps.example/a', 'https://maps.example/b']],
  ['https://maps.example/a; https://maps.example/b', ['https://maps.example/a', 'https://maps.example/b']],
  ['doi:10.5555/t1', ['https://doi.org/10.5555/t1']],
  ['10.5555/t1', ['https://doi.org/10.5555/t1']],
  ['https://maps.example/annual Report Series', []],
  ['https://ma ps.example/atlas', []],
  ['See the librarian', []],
  ['atlas.pdf', []],
  ['Smith, J.', []],
  ['J.Smith', []],
  ['https://maps.example/a (1) b.pdf', ['https://maps.example/a%20(1)%20b.pdf']],
  ['192.0.2.1/atlas', []],
  ['staff@maps.example', []],
  ['mailto:staff@maps.example', []],
  ['urn:isbn:9780000092007', []],
  ['file:///C:/atlas.pdf', []],
  ['data:text/html,https://maps.example', []],
  ['javascript:alert(1)', []],
  ['JavaScript://maps.example/%0aalert(1)', []],
  ['java\tscript:alert(1)', []],
  ['javascript:location="https://maps.example/a"', []],
  ['vbscript:msgbox(1)', []],
]

test.each(forms)('an address written %j has the same links in every output: %j', async (given, links, note = '') => {
  const record = {
    leader: '00000nam a2200000 a 4500',
    fields: [
      { tag: '001', value: '1' },
      { tag: '245', ind1: '0', ind2: '0', subfields: [{ code: 'a', value: 'Tides' }] },
      { tag: '856', ind1: '4', ind2: '0', subfields: [{ code: 'u', value: given }] },
    ],
  }
  const document = toDocument(record)
  expect(document.url.map(({ href }) => href)).toEqual(links)
  for (const { label } of document.url) expect(label).toContain(note)
  const text = given.replaceAll('\t', ' ')
  const texts = links.length === 0 ? [text] : []
  expect(document.facts.map((fact) => fact.text)).toEqual(texts)
  const cells = recordCells({ document, record, preferences: asCatalogued }, () => {})
  expect(cells[linkColumn]).toBe([...links, ...texts].join(' | '))
  const core = dublinCoreOf(record)
  expect(core.filter(([element]) => element === 'identifier').map(([, each]) => each)).toEqual(links)
  expect(core.filter(([element]) => element === 'description').map(([, each]) => each)).toEqual(texts)
  const mods = recordToMods(record)
  expect([...mods.matchAll(/<url[^>]*>([^<]*)/g)].map(([, url]) => unescaped(url!))).toEqual(links)
  expect(mods.includes('<note displayLabel="Web address">')).toBe(links.length === 0)
  const page = await pageOf(document)
  expect([...page.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    ...links,
    'https://portal.example/record/1',
  ])
  for (const each of texts) expect(page).toContain(each)
})
