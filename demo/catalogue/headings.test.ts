import { expect, test } from 'vitest'
import { sampleCollections } from './collections.ts'
import { concepts, sampleHeadings, subjectFields } from './headings.ts'
import { sampleRecords } from './sample-catalogue.ts'
import { readWorks } from './work.ts'

const headings = sampleHeadings()
const of = (scheme: string) => headings.filter((heading) => heading.scheme === scheme)

test('each scheme has at least 400 distinct headings', () => {
  for (const scheme of ['scisshl', 'scot']) {
    const names = of(scheme).map(({ heading }) => heading)
    expect(names.length).toBeGreaterThan(400)
    expect(new Set(names).size).toBe(names.length)
  }
})

test('every reference leads to a heading of the same scheme and back', () => {
  for (const scheme of ['scisshl', 'scot']) {
    const known = new Map(of(scheme).map((heading) => [heading.heading, heading]))
    for (const { heading, broader, narrower, related } of known.values()) {
      for (const name of broader) expect(known.get(name)?.narrower, `${heading} < ${name}`).toContain(heading)
      for (const name of narrower) expect(known.get(name)?.broader, `${heading} > ${name}`).toContain(heading)
      for (const name of related) expect(known.get(name)?.related, `${heading} ~ ${name}`).toContain(heading)
    }
  }
})

test('no heading is broader than itself, directly or indirectly', () => {
  const all = concepts()
  for (const start of all.keys()) {
    const seen = new Set<string>()
    const next = [...(all.get(start)?.broader ?? [])]
    for (let name = next.pop(); name !== undefined; name = next.pop()) {
      expect(name).not.toBe(start)
      if (!seen.has(name)) next.push(...(all.get(name)?.broader ?? []))
      seen.add(name)
    }
  }
})

test('an unused term leads to a heading, and is not a heading itself', () => {
  const names = new Set(of('scisshl').map(({ heading }) => heading))
  const from = of('scisshl').flatMap(({ seeFrom }) => seeFrom)
  expect(from.length).toBeGreaterThan(100)
  expect(from.filter((name) => names.has(name))).toEqual([])
  expect(of('scisshl').find(({ seeFrom }) => seeFrom.includes('Siblings'))?.heading).toBe('Brothers and sisters')
})

test('a subject outside the list cannot be given to a record', () => {
  expect(() => subjectFields('Unheard of', false)).toThrow('headings.tsv')
})

test('most headings are used by records', () => {
  const used = new Set(readWorks().flatMap(({ subjects }) => subjects))
  expect(used.size).toBeGreaterThan(600)
})

test('there are at least three categories, each with collections of records that exist', () => {
  const ids = new Set([...sampleRecords()].map(({ fields }) => ('value' in fields[0]! ? fields[0].value : '')))
  const collections = sampleCollections()
  expect(new Set(collections.map(({ path }) => path[0])).size).toBeGreaterThanOrEqual(3)
  expect(collections.some(({ path }) => path.length > 1)).toBe(true)
  for (const { name, description, recordIds } of collections) {
    expect(recordIds.length, name).toBeGreaterThanOrEqual(5)
    expect(recordIds.filter((id) => !ids.has(id))).toEqual([])
    expect(description).toMatch(/^[A-Z].*\.$/)
  }
})
