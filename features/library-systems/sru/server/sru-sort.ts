import type { CatalogueQuery } from '#features/catalogue/query/server/query.ts'
import { accessPointOfIndex } from '../../query/server/access-points.ts'
import type { CqlModifier, CqlSort } from '../../query/server/parse-cql.ts'
import { SruDiagnostic } from '../../query/server/sru-diagnostics.ts'

type Sort = CatalogueQuery['sort']

const maxKeys = 4

/** The order of `sortKeys`, of CQL's `sortby`, or by relevance. */
export function readSort(sortKeys: string | null, sortBy: CqlSort[]): Sort {
  const named = (sortKeys ?? '').split(/\s+/).filter(Boolean)
  const keys = [...named.map(sortKey), ...sortBy.map(({ index, modifiers }) => keyOf(index, modifiersIn(modifiers)))]
  if (keys.length > maxKeys) throw new SruDiagnostic('tooManySortKeys', `at most ${maxKeys}`)
  return keys.length > 0 ? keys : [{ key: '_score', descending: true }]
}

const schemas = ['', 'dc', 'cql', 'bath', 'rec', 'info:srw/schema/1/dc-v1.1']

/** `path,schema,ascending,caseSensitive,missingValue`, of which only the path is needed: `title,,0`. */
function sortKey(text: string): Sort[number] {
  const [path = '', schema = '', ascending = '', caseSensitive = '', missingValue = ''] = text
    .split(',')
    .map((part) => part.replace(/^"(.*)"$/, '$1'))
  if (!schemas.includes(schema)) throw new SruDiagnostic('unsupportedSortSchema', schema)
  if (!/^[01]?$/.test(ascending)) throw new SruDiagnostic('unsupportedSortDirection', ascending)
  if (!/^0?$/.test(caseSensitive)) throw new SruDiagnostic('unsupportedSortCase', caseSensitive)
  if (missingValue !== '') throw new SruDiagnostic('unsupportedMissingValue', missingValue)
  return keyOf(path.toLowerCase(), ascending === '0')
}

/** Whether the sort has `sort.descending`. The order ignores case and accents anyway. */
function modifiersIn(modifiers: CqlModifier[]): boolean {
  let descending = false
  for (const { name } of modifiers) {
    const wish = name.replace(/^sort\./, '')
    if (wish === 'descending') descending = true
    else if (wish.startsWith('missing')) throw new SruDiagnostic('unsupportedMissingValue', name)
    else if (wish.startsWith('respect')) throw new SruDiagnostic('unsupportedSortCase', name)
    else if (!/^(ascending|ignorecase|ignoreaccents|locale)$/.test(wish))
      throw new SruDiagnostic('unsupportedSortDirection', name)
  }
  return descending
}

function keyOf(index: string, descending: boolean): Sort[number] {
  const key = sortKeyOfIndex(index)
  if (!key) throw new SruDiagnostic('unsupportedSortPath', index)
  return { key, descending }
}

/** For an index in lower case; undefined if records are not sorted by it. */
export function sortKeyOfIndex(index: string): Sort[number]['key'] | undefined {
  const at = accessPointOfIndex(index)
  if (at?.kind === 'year') return 'publicationYear'
  if (at?.kind === 'dateAdded') return 'voyagerCreateDate'
  if (at?.kind !== 'words' || at.fields.length !== 1) return undefined
  return at.fields[0] === 'title' ? 'titleSort' : at.fields[0] === 'author' ? 'authorSort' : undefined
}
