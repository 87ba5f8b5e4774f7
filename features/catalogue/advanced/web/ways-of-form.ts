import type { SearchState } from '../../web/search-state.ts'
import { type AdvancedForm, emptyForm, keywordRows } from './advanced-form.ts'
import { searchOfForm } from './advanced-query.ts'
import { limitsOf } from './advanced-sentence.ts'

/** Alternatives to an advanced search that found nothing: fewer limits, looser words. */
export function waysOfForm(state: SearchState, form: AdvancedForm) {
  const ways: { name: string; words: string; state: SearchState }[] = []
  const propose = (name: string, change: Partial<AdvancedForm>) => {
    const { base, query, queryForDisplay, form: changed } = searchOfForm({ ...form, ...change })
    if ([state.queryForDisplay, ...ways.map(({ words }) => words)].includes(queryForDisplay)) return
    ways.push({
      name,
      words: queryForDisplay,
      state: { ...state, page: 1, form: changed, base, query, queryForDisplay },
    })
  }
  const without = (fields: readonly (keyof AdvancedForm)[]) =>
    Object.fromEntries(fields.map((field) => [field, emptyForm[field]]))

  const limits = limitsOf(form)
  if (limits.length > 1) for (const { fields, said } of limits) propose(`Without “${said}”`, without(fields))
  if (limits.length > 0)
    propose(limits.length > 1 ? 'Without limits' : 'Without the limit', without(limits.flatMap(({ fields }) => fields)))
  const rows = keywordRows(form).filter(({ operation }) => operation !== 'not')
  const everywhere = Object.fromEntries(rows.map(({ number }) => [`field${number}`, emptyForm.field0]))
  const everyRow = (type: string) => Object.fromEntries(rows.map(({ number }) => [`type${number}`, type]))
  propose('Anywhere in the record', everywhere)
  propose('All words, in any order', everyRow('all'))
  const joinedByOr = rows
    .filter(({ number, operation }) => number > 0 && operation === 'and')
    .map(({ number }) => [`operation${number - 1}`, 'or'])
  propose('Any of the words', { ...everyRow('any'), ...Object.fromEntries(joinedByOr) })
  const { operation0, operation1 } = form
  const nothingElse = Object.fromEntries(rows.map(({ number, keyword }) => [`keywords${number}`, keyword]))
  propose('Only the words, anywhere', { ...emptyForm, operation0, operation1, ...nothingElse })
  return ways
}
