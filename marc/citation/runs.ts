/** A piece of a citation, upright or in italics. `script`: in the script of its language (BCP 47, or ''). */
export type Run = { text: string; italic?: true; script?: string }

export const plain = (text: string): Run[] => (text === '' ? [] : [{ text }])
export const italic = (text: string): Run[] => (text === '' ? [] : [{ text, italic: true }])

/** A numeral after a text from right to left would move before it: an invisible mark keeps it in its place. */
export const textOf = (runs: Run[]): string =>
  runs.map(({ text, script }) => (script !== undefined && fromRight.test(text) ? `${text}\u200e` : text)).join('')

const fromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/** Joins elements with one point after each, unless it ends in a point, `?` or `!`. Drops empty ones. */
export const sentences = (...elements: Run[][]): Run[] =>
  elements.filter((runs) => textOf(runs) !== '').flatMap((runs, i) => [...(i === 0 ? [] : plain(' ')), ...ended(runs)])

const ended = (runs: Run[]): Run[] => (/[.?!]["”’]?\u200e?$/.test(textOf(runs)) ? runs : [...runs, { text: '.' }])

/** Joins elements with commas. Drops empty ones. */
export const commas = (...elements: Run[][]): Run[] =>
  elements.filter((runs) => textOf(runs) !== '').flatMap((runs, i) => (i === 0 ? runs : [...plain(', '), ...runs]))

/** In quotation marks, with the point before the closing one unless the text ends in a mark. */
export const quoted = (text: string, point: '.' | '', [open, close] = '“”'): Run[] =>
  plain(`${open}${text}${/[.?!]$/.test(text) ? '' : point}${close}`)

/** `12–24` */
export const pagesIn = (page: string): string => page.replace(/\s*-\s*/g, '–')

/** Joins the texts that are not empty. */
export const joined = (texts: string[], between: string): string => texts.filter((text) => text !== '').join(between)

/** `2nd`, `3rd`, `11th`. */
export function ordinal(number: number): string {
  const last = number % 100 >= 11 && number % 100 <= 13 ? 0 : number % 10
  return `${number}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`
}

/** Capitalises the first letter, and with `afterColon` the one after a colon. */
export const capitalised = (text: string, afterColon = false): string =>
  text.replace(
    afterColon ? /(^|: )(\p{Ll})/gu : /(^)(\p{Ll})/u,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  )

/** For the clipboard: programs that accept markup keep the italics. */
export const htmlOf = (runs: Run[]): string =>
  runs
    .map(({ text, italic, script }) => {
      if (script !== undefined) return `<bdi${script && ` lang="${escaped(script)}"`}>${escaped(text)}</bdi>`
      return italic ? `<i>${escaped(text)}</i>` : escaped(text)
    })
    .join('')

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
