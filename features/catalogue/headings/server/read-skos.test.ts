import { createReadStream } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { HeadingDocument } from '#marc/crosswalk/heading-document.ts'
import { dataFolder, hasData } from '#marc/testing.ts'
import { isTurtle, readSkos } from './read-skos.ts'

async function read(chunks: AsyncIterable<Uint8Array>, scheme?: string) {
  const headings: HeadingDocument[] = []
  const rejected: { position: number; reason: string }[] = []
  for await (const item of readSkos(chunks, scheme)) {
    if ('heading' in item) headings.push(item.heading)
    else rejected.push(item)
  }
  return { headings, rejected }
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  // Cuts inside words and multi-byte characters.
  for (let at = 0, bytes = Buffer.from(text); at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
}
const turtle = `
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix t: <http://example.org/thesaurus/> .
t:scheme a skos:ConceptScheme ; skos:prefLabel "Thésaurus des écoles"@fr, "School Thesaurus"@en .
t:1 a skos:Concept ;
  skos:prefLabel "Chien"@fr, "Dogs"@en ; skos:altLabel "Hounds"@en, "Toutou"@fr ; skos:hiddenLabel "Dgos"@en ; skos:notation "636.7" ;
  skos:broader t:2 ; skos:related t:3 ; skos:scopeNote "As companions."@en ; skos:definition "An animal."@en .
t:2 a skos:Concept ; skos:prefLabel "Animaux"@fr ; skos:scopeNote "Toutes les espèces."@fr, "All of them." ; skos:narrower t:1 .
t:3 a skos:Concept ; skos:prefLabel "Māori dogs", "Chiens maoris"@fr ; skos:scopeNote "Éteints."@fr ; skos:altLabel "Kurī"@mi, "Kuri" .
t:4 a skos:Concept ; skos:prefLabel "Gone"@en ; owl:deprecated true .
t:5 a skos:Concept ; skos:broader t:4 .
t:6 a skos:Collection ; skos:prefLabel "Not a concept"@en ; skos:member t:1 .
`

test('concepts become subject headings, English first, with their references', async () => {
  const { headings, rejected } = await read(chunks(turtle))
  expect(headings.map(({ recordId, heading }) => [recordId, heading])).toEqual([
    ['school-thesaurus-1', 'Dogs'],
    ['school-thesaurus-2', 'Animaux'],
    ['school-thesaurus-3', 'Māori dogs'],
  ])
  expect(headings[0]).toMatchObject({
    headingSort: 'dogs',
    variants: ['Hounds', 'Dgos'],
    unlisted: ['Chien', '636.7'],
    kind: 'topic',
    isSubject: true,
    topicAuthority: 'school-thesaurus',
    broader: [{ heading: 'Animaux', number: 'school-thesaurus-2' }],
    related: [{ heading: 'Māori dogs', number: 'school-thesaurus-3' }],
    note: 'As companions.\nAn animal.',
  })
  expect(headings.map(({ note }) => note)).toEqual(['As companions.\nAn animal.', 'Toutes les espèces.', ''])
  expect(headings[2]).toMatchObject({ variants: ['Kuri'], unlisted: ['Chiens maoris'] })
  expect(rejected).toEqual([
    { position: 4, reason: 'http://example.org/thesaurus/4 is marked as deprecated.' },
    { position: 5, reason: 'http://example.org/thesaurus/5 has no preferred label.' },
  ])
})

test('a given code takes precedence over the name', async () => {
  const { headings } = await read(chunks(turtle), 'mine')
  expect(headings[0]).toMatchObject({ recordId: 'mine-1', topicAuthority: 'mine' })
})

test('a file that is not Turtle is refused with the line', async () => {
  await expect(read(chunks('<html><body>Not found'))).rejects.toThrow(/^This isn’t Turtle\. .*line 1/)
  await expect(read(chunks(turtle.slice(0, -40)))).rejects.toThrow(/^This isn’t Turtle\. .*line 1\d/)
  const latin = (async function* () {
    yield Buffer.from('@prefix : <urn:x:> . :a :b "é" .', 'latin1')
  })()
  await expect(read(latin)).rejects.toThrow('This isn’t Turtle: it is not in UTF-8.')
})

test('two thesauri in one file stay apart, and concepts whose addresses have the same end get different numbers', async () => {
  const { headings } = await read(
    chunks(`
      @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
      @prefix dc: <http://purl.org/dc/terms/> .
      <http://a.example/> a skos:ConceptScheme ; dc:title "Subjects" .
      <http://b.example/> a skos:ConceptScheme ; skos:prefLabel "Forms"@en .
      <http://a.example/1> a skos:Concept ; skos:inScheme <http://a.example/> ; skos:prefLabel "Dogs" .
      <http://a.example/old/1> a skos:Concept ; skos:inScheme <http://a.example/> ; skos:prefLabel "Cats" .
      <http://b.example/1> a skos:Concept ; skos:topConceptOf <http://b.example/> ; skos:prefLabel "Novels" .
    `),
  )
  expect(headings.map(({ heading, recordId, topicAuthority }) => [heading, recordId, topicAuthority])).toEqual([
    ['Dogs', 'subjects-1', 'subjects'],
    ['Cats', 'subjects-http-a-example-old-1', 'subjects'],
    ['Novels', 'forms-1', 'forms'],
  ])
})

test.each([
  ['@prefix skos: <http://www.w3.org/2004/02/skos/core#> .', true],
  ['\uFEFF# A thesaurus\n\n# of ours\nPREFIX : <urn:x:>', true],
  ['<http://example.org/1> <http://www.w3.org/2004/02/skos/core#prefLabel> "Dogs" .', true],
  ['<?xml version="1.0"?><collection>', false],
  ['<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">', false],
  ['<html><body>', false],
  ['00714cz  a2200205n  4500', false],
  ['', false],
])('Turtle is detected by the start of the file: %s', (start, expected) => {
  expect(isTurtle(start)).toBe(expected)
})

describe.runIf(hasData)('a real thesaurus', () => {
  test('all 4,408 concepts are read, and each reference leads to one of them', async () => {
    const { headings, rejected } = await read(createReadStream(`${dataFolder}/thesaurus/unescothes.ttl`))
    expect({ scheme: headings[0]?.topicAuthority, headings: headings.length, rejected }).toEqual({
      scheme: 'unesco-thesaurus',
      headings: 4408,
      rejected: [],
    })
    const ids = new Set(headings.map(({ recordId }) => recordId))
    const references = headings.flatMap(({ broader, narrower, related }) => [...broader, ...narrower, ...related])
    expect(references.length).toBeGreaterThan(10_000)
    expect(references.filter(({ number }) => !ids.has(number))).toEqual([])
    expect(headings.find(({ heading }) => heading === 'Primary education')).toMatchObject({
      variants: expect.arrayContaining(['Elementary education']),
    })
  })
})
