import { expect, test } from 'vitest'
import type { Clause } from '#features/catalogue/query/server/query.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { someRecords } from './documents.ts'
import { naiveSearch } from './naive-search.ts'
import { and, everyField, idsOf, not, or, pattern, phrase, queryOf, titlesOf, word } from './queries.ts'

const documents = someRecords.map(({ document }) => document)

/** The search screens run each of these too: see screen-suite.ts. */
export const wordCases: [name: string, Clause][] = [
  ['a word', word('magic')],
  ['a word in titles only', word('magic', ['title'])],
  ['a plural by its singular', word('spider')],
  ['a singular by its plural', word('dragons')],
  ['a word with an accent, written without', word('misérables'.normalize('NFD').replace(/\p{M}/gu, ''))],
  ['a word with a macron, written without', word('maori')],
  ['a title with a typographic apostrophe', word('charlottes')],
  ['a word that nobody wrote', word('xylophone')],
  ['the commonest word', word('the')],
  ['two words', and(word('wild'), word('things'))],
  ['either of two words', or(word('wombat'), word('possum'))],
  ['two of three words', { kind: 'or', clauses: [word('magic'), word('australia'), word('possum')], atLeast: 2 }],
  ['a word without another', and(word('magic'), not(word('dahl')))],
  ['only what is not wanted', not(word('magic'))],
  ['a phrase', phrase('the wild things')],
  ['a phrase in the wrong order', phrase('things wild the')],
  ['a phrase that would run on from one subject to the next', phrase('magic australia')],
  ['a phrase whose last word has begun', phrase('the very hun', true)],
  ['the beginning of a word', pattern('cho*')],
  ['a word with a letter left open', pattern('w?mbat')],
  ['a wildcard in the middle', pattern('h*bbit')],
  ['a pattern over many words', pattern('s*')],
  ['the end of a word', pattern('*bat')],
  ['the middle of a word', pattern('*omb*')],
  ['a word without its first letter', pattern('?ombat')],
  ['a filter alone', { kind: 'values', field: 'genreScis', values: ['Picture books'] }],
  ['two values of one field', { kind: 'values', field: 'scisType', values: ['DVD', 'E-book'] }],
  ['a word and filters', and(word('study'), { kind: 'values', field: 'language', values: ['French'] })],
  ['years', { kind: 'range', field: 'publicationYear', from: 1990, to: 1999 }],
  ['dates', { kind: 'range', field: 'voyagerCreateDate', from: '2015-01-01' }],
  ['an identifier', { kind: 'identifiers', keys: ['9780399226908'] }],
  ['some ids and one that does not exist', { kind: 'ids', ids: ['7', '300', '100000'] }],
  ['nothing', { kind: 'none' }],
  ['no field', word('magic', [])],
  ['an unscored clause', and({ kind: 'unscored', clause: word('magic') }, word('boy'))],
  ['at least none of some', { kind: 'or', clauses: [word('magic')], atLeast: 0 }],
  ['more than there are', { kind: 'or', clauses: [word('magic')], atLeast: 2 }],
  ['everything', and()],
]

export function describeWords(it: () => CataloguePort) {
  test.each(wordCases)('finds %s', async (_, clause) => {
    const expected = naiveSearch(documents, queryOf(clause))
    const { total, hits } = await it().search(queryOf(clause, { sort: [{ key: 'titleSort', descending: false }] }))
    expect(total).toBe(expected.total)
    expect(hits.map(({ id }) => id)).toEqual(expected.ids.slice(0, 100))
  })

  test('pages do not overlap and together are complete', async () => {
    const whole = await idsOf(it(), word('magic'))
    const pages = []
    for (let from = 0; from < whole.length; from += 7)
      pages.push(...(await idsOf(it(), word('magic'), { from, size: 7 })))
    expect(pages).toEqual(whole)
    expect(whole.length).toBeGreaterThan(7)
  })

  test('a page past the end is empty, with the exact total', async () => {
    const { total, hits } = await it().search(queryOf(word('wombat'), { from: 5000, size: 30 }))
    expect(hits).toEqual([])
    expect(total).toBe(naiveSearch(documents, queryOf(word('wombat'))).total)
  })

  test('hits contain the whole document', async () => {
    const { hits } = await it().search(queryOf({ kind: 'ids', ids: ['5'] }))
    expect(hits[0]?.document).toEqual(documents[4])
  })

  test('an aborted search rejects with its reason, and the next one is answered', async () => {
    const reason = new Error('the reader has gone')
    await expect(it().search(queryOf(word('magic')), AbortSignal.abort(reason))).rejects.toBe(reason)
    const control = new AbortController()
    const search = it().search(queryOf(word('magic')), control.signal)
    control.abort(reason)
    await expect(search).rejects.toBe(reason)
    expect(await titlesOf(it(), phrase('diary of a wombat', false, ['title']), { size: 1 })).toEqual([
      'Diary of a wombat',
    ])
  })

  test('suggests titles that have a word with this prefix', async () => {
    const suggested = await it().suggest('hungry cat')
    expect(suggested[0]).toEqual({ id: '1', title: 'The very hungry caterpillar', responsibility: 'Eric Carle' })
    expect(suggested.every(({ title }) => /hungry/.test(title))).toBe(true)
    expect((await it().suggest('d')).length).toBe(20)
    expect(await it().suggest('')).toEqual([])
    expect(await it().suggest('  ?!')).toEqual([])
  })

  test('a clause with the identifier field finds numbers too', async () => {
    expect(await idsOf(it(), word('9780440414803', [...everyField, 'identifier']))).toEqual(['8'])
  })
}
