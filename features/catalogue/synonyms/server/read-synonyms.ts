import Papa from 'papaparse'
import { analyse } from '../../query/server/analysis.ts'

export const maxGroups = 5_000
const maxForms = 12
const maxWords = 8
const maxLetters = 100
/** Enough to fix a file; the first of thousands has the same cause as the others. */
const maxProblems = 20

/** Equal forms as they were written, a row each. */
export type SynonymGroups = string[][]
export type ReadSynonyms = { groups: SynonymGroups } | { problems: string[] }

/**
 * Reads `synonyms.csv`: a line is a group of equal forms, each of one or more words. Commas, semicolons or tabs separate
 * them; lines that begin with `#` are remarks. Returns the groups, or what is wrong by line and column.
 */
export function readSynonyms(text: string): ReadSynonyms {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separatorOf(text) })
  const problems = errors
    .filter(({ type }) => type === 'Quotes')
    .map(({ row = 0 }) => `line ${row + 1}: a quotation mark is not closed, or is not doubled.`)
  const groups: SynonymGroups = []
  if (problems.length === 0)
    data.forEach((row, at) => {
      const cells = row.map((cell) => cell.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim())
      if (cells.every((cell) => cell === '') || cells[0]!.startsWith('#')) return
      const found = problemsOf(cells)
      problems.push(...found.map((problem) => `line ${at + 1}${problem}`))
      if (found.length === 0) groups.push(cells.filter((cell) => cell !== ''))
    })
  if (problems.length > maxProblems)
    return { problems: [...problems.slice(0, maxProblems), `… and ${problems.length - maxProblems} more.`] }
  if (problems.length > 0) return { problems }
  if (groups.length > maxGroups) return { problems: [`The table has ${groups.length} groups; at most ${maxGroups}.`] }
  return { groups }
}

/** Papa's own guess counts the last, empty line. */
const separatorOf = (text: string): string => (text.includes('\t') ? '\t' : /^[^,]*;[^,]*$/.test(text) ? ';' : ',')

/** Sentences that follow “line 3”. */
function problemsOf(cells: string[]): string[] {
  const columnOf = new Map<string, number>()
  const found = cells.flatMap((cell, at) => {
    // Spreadsheets fill up short rows.
    if (cell === '') return []
    const column = `, column ${at + 1}: `
    if (cell.length > maxLetters) return [`${column}at most ${maxLetters} characters.`]
    const words = analyse(cell)
    const form = words.join(' ')
    if (form === '') return [`${column}“${cell}” has no letter or digit.`]
    if (words.length > maxWords) return [`${column}at most ${maxWords} words.`]
    const before = columnOf.get(form)
    if (before !== undefined) return [`${column}“${cell}” is the same as column ${before}.`]
    columnOf.set(form, at + 1)
    return []
  })
  if (found.length > 0) return found
  if (columnOf.size < 2) return [': a group has at least two forms.']
  return columnOf.size > maxForms ? [`, column ${cells.length}: at most ${maxForms} forms in a group.`] : []
}
