import Papa from 'papaparse'

/** Longer than any row that 4,000 identifiers can make, notes and summaries beside them included. */
const maxRowLength = 1024 * 1024
/** A longer quoted cell was opened by a quote with another meaning, as in `"7 inch` record. */
const maxCellLength = 64 * 1024
/** After this many unclosed quotes, the file's quotes are taken as text. */
const maxOpenQuotes = 50

export class RowTooLong extends Error {}

type ParsedRows = { data: string[][]; errors: Papa.ParseError[]; meta: { cursor: number } }

/** Papa's low-level parser: we feed it slices and keep the rest ourselves, so that only one row is held in memory. */
const Parser = Papa.Parser as unknown as new (
  config: Papa.ParseConfig,
) => { parse: (text: string, base: number, withoutLast: boolean) => ParsedRows }

/** Splits text that arrives in slices into rows of cells. */
export function rowCutter(delimiter: string): (slice: string, last: boolean) => string[][] {
  let parser = new Parser({ delimiter, newline: '\n' })
  let openQuotes = 0
  let rest = ''

  const plainLine = (newline: number) => {
    const line = rest.slice(0, newline)
    rest = rest.slice(newline + 1)
    if (++openQuotes === maxOpenQuotes) parser = new Parser({ delimiter, newline: '\n', quoteChar: '\0' })
    return line.replaceAll('"', '').split(delimiter)
  }

  return (slice, last) => {
    rest += slice
    const rows: string[][] = []
    for (;;) {
      const { data, meta } = parser.parse(rest, 0, true)
      for (const row of data) rows.push(row)
      rest = rest.slice(meta.cursor)
      if (last && rest !== '') {
        const end = parser.parse(rest, 0, false)
        if (!end.errors.some(({ code }) => code === 'MissingQuotes')) return [...rows, ...end.data]
      }
      // The rest is one unfinished row, so a line end in it is within quotes.
      const newline = rest.indexOf('\n')
      if (last ? rest !== '' : newline !== -1 && rest.length > maxCellLength) {
        rows.push(plainLine(newline === -1 ? rest.length : newline))
        continue
      }
      if (rest.length > maxRowLength) throw new RowTooLong()
      return rows
    }
  }
}

const delimiters = ['\t', ';', ',', '|']

/** Detects the delimiter by the first lines; a tab, which then does not occur, for a single column. */
export function delimiterOf(text: string): { delimiter: string; from: number } {
  const stated = /^sep=(.)\n/i.exec(text)
  if (stated) return { delimiter: stated[1]!, from: stated[0].length }
  // Ignores delimiters within quotes, the decimal comma of `9,78E+12`, and those between numbers with a space.
  const bare = text
    .replace(/"(?:[^"]|"")*"/g, '')
    .replace(/\d,\d+E\+?\d+/gi, '')
    .replace(/(?<=[\dX]) ?[;|] (?=\d)/gi, ' ')
  const lines = bare
    .split('\n')
    .slice(0, 50)
    .filter((line) => line.trim() !== '')
  const scored = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1)
    const usual = counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 0
    return { delimiter, usual, alike: counts.filter((count) => count === usual).length }
  })
  const likely = scored
    .filter(({ usual, alike }) => usual > 0 && alike > lines.length / 2)
    .toSorted((a, b) => b.alike - a.alike)
  return { delimiter: likely[0]?.delimiter ?? '\t', from: 0 }
}
