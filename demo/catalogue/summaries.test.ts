import { expect, test } from 'vitest'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { sampleRecords } from './sample-catalogue.ts'
import { readTable } from './table.ts'
import { readWorks } from './work.ts'

const rows = readTable<'id' | 'summary'>('summaries.tsv')
const works = new Map(readWorks().map((work) => [work.id, work]))

test('at least 300 works have a summary, one each, and each belongs to a work', () => {
  const ids = rows.map(({ id }) => id)
  expect(new Set(rows.map(({ summary }) => summary)).size).toBeGreaterThan(400)
  expect(ids).toEqual([...new Set(ids)].sort())
  expect(ids.filter((id) => !works.has(id))).toEqual([])
})

test('a summary is one to three whole sentences of 30 to 300 characters, in plain text', () => {
  const sentences = (text: string) => text.replace(/\b(?:Mr|Mrs|Dr|St)\b\.?/g, '').match(/[.?!](?= |$)/g)?.length ?? 0
  const wrong = rows.filter(
    ({ summary }) =>
      summary.length < 30 ||
      summary.length > 300 ||
      sentences(summary) < 1 ||
      sentences(summary) > 3 ||
      !/^["']?[\p{Lu}\d].*[.?]$/u.test(summary) ||
      /\$[a-z]| {2}| [,.;:!?]|[’‘“”<>[\]{}]|\.\.\.|!|https?:/.test(summary),
  )
  expect(wrong).toEqual([])
})

test('no summary advertises: no praise, no address to the reader', () => {
  const selling =
    /\b(?:bestsell\w+|award|acclaimed|beloved|unforgettable|masterpiece|heart-?warming|gripping|must-read|stunning|you will|you'll|classic)\b/i
  expect(rows.filter(({ summary }) => selling.test(summary))).toEqual([])
})

test('one summary for several records describes one work', () => {
  const authors = new Map<string, Set<string>>()
  for (const { id, summary } of rows)
    authors.set(summary, (authors.get(summary) ?? new Set<string>()).add(works.get(id)?.names[0]?.heading ?? ''))
  expect([...authors].filter(([, who]) => who.size > 1).map(([summary]) => summary)).toEqual([])
})

test('a summary becomes field 520 of its record and the displayed description', () => {
  const documents = new Map([...sampleRecords()].map(toDocument).map((document) => [document.id, document]))
  expect(rows.filter(({ id, summary }) => documents.get(id)?.description !== summary)).toEqual([])
  const described = [...documents.values()].filter(({ description }) => description)
  expect(described.length).toBe(rows.length)
})
