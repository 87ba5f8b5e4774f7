import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'
import { marcXmlFooter, marcXmlHeader, recordToMarcXml } from '#marc/marcxml/marcxml.ts'
import type { MarcRecord } from '#marc/record.ts'
import { dataFolder, hasData } from '#marc/testing.ts'
import { main } from './catalogue.ts'
import { runMain } from './testing.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'authorities-cli-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = (...given: string[]) => runMain(main, { DATA_DIR: join(folder, 'data') }, ...given)
const load = (...given: string[]) => run('load', '--authorities', ...given)

function file(name: string, content: Uint8Array | string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const field = (tag: string, ...parts: [string, string][]) => ({
  tag,
  ind1: ' ',
  ind2: ' ',
  subfields: parts.map(([code, value]) => ({ code, value })),
})
const authority = (id: string, ...fields: MarcRecord['fields']): MarcRecord => ({
  leader: '00000nz  a2200000n  4500',
  fields: [
    ...(id === '' ? [] : [{ tag: '001', value: id }]),
    { tag: '008', value: '260101|n azznnbab           |a a|a     d' },
    ...fields,
  ],
})
const dogs = authority('s1', field('150', ['a', 'Dogs']), field('550', ['w', 'g'], ['a', 'Pets']))
const pets = authority('s2', field('150', ['a', 'Pets']))
const marcOf = (...records: MarcRecord[]) => Buffer.concat(records.map((record) => encodeRecord(record).bytes))

const turtle = `
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <http://example.org/school/> .
:scheme a skos:ConceptScheme ; skos:prefLabel "School Thesaurus"@en .
:1 a skos:Concept ; skos:inScheme :scheme ; skos:prefLabel "Dogs"@en ; skos:altLabel "Hounds"@en ; skos:broader :2 .
:2 a skos:Concept ; skos:inScheme :scheme ; skos:prefLabel "Animals"@en .
:3 a skos:Concept ; skos:inScheme :scheme .
`

test('MARC of any form and SKOS in Turtle, compressed or not, with counts of each authority', async () => {
  const xml = marcXmlHeader + recordToMarcXml(pets) + marcXmlFooter
  const { status, out, err } = await load(
    file('one.mrc', marcOf(dogs)),
    file('two.xml.gz', gzipSync(xml)),
    file('three', turtle),
    file('four.ttl.gz', gzipSync(turtle)),
  )
  expect(status).toBe(0)
  expect(out).toBe('unchanged 2\nsubjects 6, names 0, series 0\nloaded 4, updated 0, repaired 0, rejected 2\n')
  expect(err).toContain('record 3 was rejected. http://example.org/school/3 has no preferred label.')
  expect((await run('stats')).out).toBe('headings 4: subjects 4, names 0, series 0\n')
})

test('a record with the same number is replaced, and can be removed', async () => {
  await load(file('one.mrc', marcOf(dogs, pets)))
  const changed = authority('s1', field('150', ['a', 'Dogs and puppies']))
  expect((await load(file('one.mrc', marcOf(changed, pets)))).out).toBe(
    'unchanged 1\nsubjects 2, names 0, series 0\nloaded 0, updated 1, repaired 0, rejected 0\n',
  )
  expect((await run('stats')).out).toContain('headings 2:')
  expect(await run('remove', '--authorities', 's1', 's9')).toMatchObject({ status: 0, out: 'removed 1\n' })
  expect(await run('remove', '--authorities', 's1')).toMatchObject({ status: 1, out: 'removed 0\n' })
})

test('a record without a number gets one, is reported, and gets the same one the next time', async () => {
  const path = file('one.mrc', marcOf(authority('', field('150', ['a', 'Dogs']))))
  expect((await load(path)).err).toMatch(/record 1 has no number \(001\) and was given \d+\./)
  expect((await load(path)).out).toContain('unchanged 1\n')
})

test('one clear line for every file that is not an authority file, and the others are loaded', async () => {
  const title: MarcRecord = { leader: '00000nam a2200000 a 4500', fields: [field('245', ['a', 'Holes'])] }
  const files = {
    empty: file('empty.mrc', ''),
    missing: join(folder, 'nowhere.mrc'),
    title: file('title.mrc', marcOf(title)),
    letter: file('letter.mrc', 'Dear librarian,\nplease find enclosed our headings.\n'),
    page: file('page.html', '<html><body>Not found</body></html>'),
    rdf: file('skos.rdf', '<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>'),
    broken: file('broken.ttl', turtle.replace('skos:broader :2 .', 'skos:broader :2 ; ; ] .')),
    none: file('none.ttl', '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n'),
    cut: file('cut.ttl.gz', gzipSync(turtle).subarray(0, -20)),
    good: file('good.mrc', marcOf(dogs)),
  }
  const { status, out, err } = await load(...Object.values(files))
  expect(status).toBe(0)
  expect(out).toBe('subjects 1, names 0, series 0\nloaded 1, updated 0, repaired 0, rejected 4\n')
  const lines = err.trimEnd().split('\n')
  const linesOf = (path: string) => lines.filter((line) => line.startsWith(`${path}: `) && !line.includes('listed in'))
  const linesByName = Object.fromEntries(Object.entries(files).map(([name, path]) => [name, linesOf(path)]))
  expect(linesByName).toEqual({
    empty: [`${files.empty}: the file is empty.`],
    missing: [`${files.missing}: there is no such file.`],
    title: [`${files.title}: record 1 was rejected. This is a title, not an authority record.`],
    letter: [expect.stringMatching(/record 1 was rejected\. .*looks like text/)],
    page: [expect.stringMatching(/record 1 was rejected\. .*no MARC record/i)],
    rdf: [`${files.rdf}: nothing was loaded. This is RDF/XML. A SKOS thesaurus must be in Turtle.`],
    broken: [expect.stringMatching(/nothing was loaded\. This isn’t Turtle\. .* line 5\./)],
    none: [`${files.none}: record 1 was rejected. The file has no SKOS concepts.`],
    cut: [expect.stringMatching(/nothing was loaded\. The compressed file ends early\.$/)],
    good: [],
  })
  expect(readFileSync(`${files.title}.rejected.jsonl`, 'utf8')).toContain('"position":1')
})

test('a load without any usable record exits with 1, and changes nothing', async () => {
  await load(file('good.mrc', marcOf(dogs)))
  expect((await load(file('letter.mrc', 'Dear librarian'))).status).toBe(1)
  expect((await run('stats')).out).toContain('headings 1:')
})

test('the source code of a thesaurus may be given', async () => {
  const path = file('mine.ttl', turtle)
  expect((await load('--scheme', 'scot', path)).status).toBe(0)
  expect((await run('remove', '--authorities', 'scot-1')).out).toBe('removed 1\n')
  expect(await load('--scheme', 'No code', path)).toMatchObject({
    status: 2,
    err: expect.stringContaining('is a source code'),
  })
  expect(await run('load', '--scheme', 'scot', path)).toMatchObject({
    status: 2,
    err: expect.stringMatching(/^load: --scheme needs --authorities\.\n/),
  })
  expect(await load()).toMatchObject({ status: 2, err: expect.stringMatching(/^load: please name a file\.\n/) })
})

test('repairs are listed, and a record of another kind is rejected by name', async () => {
  const damaged = Buffer.from(marcOf(dogs))
  damaged.write('99', 24 + 2 * 12 + 5, 'latin1')
  const holdings = { ...pets, leader: '00000nx  a2200000n  4500' }
  const path = file('odd.mrc', Buffer.concat([damaged, marcOf(holdings)]))
  const { out, err } = await load(path)
  expect(out).toContain('loaded 1, updated 0, repaired 1, rejected 1\n')
  expect(JSON.parse(readFileSync(`${path}.repaired.jsonl`, 'utf8'))).toMatchObject({ position: 1, recordNumber: 's1' })
  expect(err).toContain('record 1 (001 s1) was repaired. ')
  expect(err).toContain('record 2 (001 s2) was rejected. This is a holdings record, not an authority record.')
})

test('an authority file loaded as titles is rejected, with the right command', async () => {
  const { status, err } = await run('load', file('one.mrc', marcOf(dogs)))
  expect(status).toBe(1)
  expect(err).toContain('This is an authority record, not a title. Use load --authorities for it.')
  expect(existsSync(join(folder, 'data/catalogue/headings.sqlite'))).toBe(false)
})

test.runIf(hasData)('real files of other libraries: each record is loaded or named', async () => {
  const copy = (name: string) => file(name.split('/').at(-1)!, readFileSync(`${dataFolder}/${name}`))
  const { out } = await load(
    copy('auth/koha_sample_auth.xml'),
    copy('auth/evergreen_concerto_auth.xml'),
    copy('thesaurus/unescothes.ttl'),
  )
  expect(out).toBe('subjects 5334, names 836, series 40\nloaded 6208, updated 2, repaired 0, rejected 2\n')
})

test('text that does not fit into a MARC authority record is cut, and reported', async () => {
  const long = authority('s4', field('150', ['a', 'Dogs']), field('680', ['i', 'A note. '.repeat(1500).trim()]))
  const { out, err } = await load(file('long.xml', marcXmlHeader + recordToMarcXml(long) + marcXmlFooter))
  expect(out).toContain('loaded 1, updated 0, repaired 1, rejected 0')
  expect(err).toMatch(/record 1 \(001 s4\) was repaired\. Field 680 has .* and was cut to/)
})
