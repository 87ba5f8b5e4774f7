import type { Clause, SearchField } from '../query/server/query.ts'

/** Where staff search if a visitor would search in these fields. */
export const fieldsForStaff = (fields: SearchField[]): SearchField[] =>
  fields.includes('notes') ? [...fields, 'localNotes'] : fields

/** The search as staff make it: notes include the local ones. Any other search cannot find a record by them. */
export const withLocalNotes = <Search extends { clause: Clause }>(search: Search): Search => ({
  ...search,
  clause: forStaff(search.clause),
})

function forStaff(clause: Clause): Clause {
  switch (clause.kind) {
    case 'word':
    case 'pattern':
    case 'phrase':
      return { ...clause, fields: fieldsForStaff(clause.fields) }
    case 'and':
    case 'or':
      return { ...clause, clauses: clause.clauses.map(forStaff) }
    case 'not':
    case 'unscored':
      return { ...clause, clause: forStaff(clause.clause) }
    default:
      return clause
  }
}
