/** A piece of a citation, set upright or in italics. */
export type Run = { text: string; italic?: true }

export const plain = (text: string): Run[] => (text === '' ? [] : [{ text }])
export const italic = (text: string): Run[] => (text === '' ? [] : [{ text, italic: true }])

export const textOf = (runs: Run[]): string => runs.map(({ text }) => text).join('')

/** Elements in their order with one point after each; what ends in a point, `?` or `!` needs none. Empty ones fall out. */
export const sentences = (...elements: Run[][]): Run[] =>
  elements.filter((runs) => textOf(runs) !== '').flatMap((runs, i) => [...(i === 0 ? [] : plain(' ')), ...ended(runs)])

const ended = (runs: Run[]): Run[] => (/[.?!]["”’]?$/.test(textOf(runs)) ? runs : [...runs, { text: '.' }])

/** Not empty, with `between` between them. */
export const joined = (texts: string[], between: string): string => texts.filter((text) => text !== '').join(between)

/** `2nd`, `3rd`, `11th`. */
export function ordinal(number: number): string {
  const last = number % 100 >= 11 && number % 100 <= 13 ? 0 : number % 10
  return `${number}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`
}

/** With a capital at the beginning, and after the colon where `afterColon`. */
export const capitalised = (text: string, afterColon = false): string =>
  text.replace(
    afterColon ? /(^|: )(\p{Ll})/gu : /(^)(\p{Ll})/u,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  )

/** For the clipboard: programs that take markup keep the italics. */
export const htmlOf = (runs: Run[]): string =>
  runs.map(({ text, italic }) => (italic ? `<i>${escaped(text)}</i>` : escaped(text))).join('')

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
