import { expect, test } from 'vitest'
import { waysOn } from '../../web/ways-on.ts'
import { type AdvancedForm, emptyForm } from './advanced-form.ts'
import { searchOfForm } from './advanced-query.ts'

const ways = (given: Partial<AdvancedForm>) =>
  waysOn(searchOfForm({ ...emptyForm, ...given })).map(({ name, words }) => `${name}: ${words}`)

test('fewer limits: each alone, then all', () => {
  const limits = { publicationYearFrom: '1990', publicationYearTo: '1999', language: 'French', issuance: 'serial' }
  expect(ways({ keywords0: 'dragon', ...limits })).toEqual([
    'Without “1990–1999”: dragon; language French; serials only',
    'Without “language French”: dragon; 1990–1999; serials only',
    'Without “serials only”: dragon; 1990–1999; language French',
    'Without limits: dragon',
  ])
  expect(ways({ keywords0: 'dragon', genre: 'War' })).toEqual(['Without the limit: dragon'])
})

test('looser words; excluded ones stay excluded', () => {
  const rows = { keywords0: 'red cat', field0: 'title', type0: 'phrase', keywords1: 'dog', keywords2: 'old hat' }
  expect(ways({ ...rows, operation1: 'not', type2: 'phrase' })).toEqual([
    'Anywhere in the record: (“red cat” AND dog) NOT “old hat”',
    'All words, in any order: (title: red cat AND dog) NOT “old hat”',
    'Any of the words: (title: any of red cat OR dog) NOT “old hat”',
    'Only the words, anywhere: red cat AND dog',
  ])
})

test('each alternative leads to a search that can be brought back to the form', () => {
  const [way] = waysOn(searchOfForm({ ...emptyForm, keywords0: 'dragon', genre: 'War' }))
  expect(way?.state).toMatchObject({ advSearch: true, form: { keywords0: 'dragon', genre: '' }, query: 'dragon' })
  expect(JSON.stringify(way?.state.base)).not.toContain('genreScis')
})
