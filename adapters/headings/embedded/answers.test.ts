import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HeadingClause, HeadingQuery } from '#features/catalogue/headings/server/heading-query.ts'
import { someHeadings } from '../suite/documents.ts'
import { type Answers, openAnswers } from './answers.ts'
import { openHeadingsFile } from './schema.ts'
import { writeHeadings } from './writer.ts'

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headings-'))
  await writeHeadings(folder, someHeadings)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const searchOf = (clause: HeadingClause, size = 0): HeadingQuery => ({
  clause,
  authorities: [],
  sort: 'relevance',
  from: 0,
  size,
  words: [],
})
const all: HeadingClause = { kind: 'all' }
/** How often, at least, each query checks whether its answer is still wanted. */
const questions: [name: string, looks: number, ask: (answers: Answers) => unknown][] = [
  ['a search, once for each hit', 9, (answers) => answers.search(searchOf(all, 9))],
  ['each clause', 5, (answers) => answers.search(searchOf({ kind: 'or', clauses: [all, all], atLeast: 1 }))],
  [
    'each word of a pattern',
    4,
    (answers) => answers.search(searchOf({ kind: 'pattern', pattern: 'd*', fields: ['heading'] })),
  ],
  ['each top term', 1, (answers) => answers.topTerms({ from: 0, size: 9 })],
  [
    'each heading that is named',
    2,
    (answers) => answers.named(Array(2).fill({ authority: 'isSubject', heading: 'Dogs' })),
  ],
]

test.each(questions)('an abandoned query stops: %s', (_, looks, ask) => {
  const db = openHeadingsFile(folder, 1000)
  let left = Number.POSITIVE_INFINITY
  const answers = openAnswers(db, {
    goOn: () => {
      if (--left < 0) throw new Error('nobody is there')
    },
    undisturbed: (work) => work(),
  })
  ask(answers)
  for (left = 0; left < looks; ) {
    const before = left
    expect(() => ask(answers)).toThrow('nobody is there')
    left = before + 1
  }
  db.close()
})

test('data shared by all queries is read to its end, and once', () => {
  const db = openHeadingsFile(folder, 1000)
  let undisturbed = 0
  const answers = openAnswers(db, {
    goOn: () => {},
    undisturbed: (work) => {
      undisturbed++
      return work()
    },
  })
  answers.search(searchOf(all))
  answers.refresh()
  answers.search(searchOf(all))
  expect(undisturbed).toBe(1)
  db.close()
})
