import type { IdentifierKind } from '#marc/identifier.ts'
import { type Piece, splitLine } from '../split-identifiers.ts'

/** What a spreadsheet has done to a number, and whether it could be undone. */
export type Damage = 'lostZeros' | 'mended' | 'decimals' | 'cutShort'

type Cell = {
  /** As it is put into the field. */
  text: string
  count: number
  kinds: IdentifierKind[]
  damage: Damage[]
}

/** Summaries and notes are longer; a list of nothing but numbers may be, too. */
const longestCell = 512
const onlyNumbers = /^[\dX\s,;|.-]+$/i

/** A cell's identifiers; `undefined` where something else stands in it too, such as a title. */
export function readCell(written: string): Cell | undefined {
  if ((written.length > longestCell && !onlyNumbers.test(written)) || !/\d/.test(written)) return undefined
  const pieces = splitLine(written)
  if (pieces.length === 0 || pieces.some(({ read }) => read.problem === 'not_an_identifier')) return undefined
  const parts = pieces.map(undamaged)
  return {
    text: parts.map(({ text }) => text).join(', '),
    count: pieces.length,
    kinds: pieces.flatMap(({ read }) => (read.problem === 'spreadsheet_damage' ? [] : [read.kind])),
    damage: parts.flatMap(({ damage }) => damage),
  }
}

/** The number as it was before a spreadsheet took it for a figure, wherever its check digit tells it for certain. */
function undamaged({ text, read }: Piece): { text: string; damage: Damage[] } {
  const plain = text.trim().replace(/[.,;:]+$/, '')
  if (/^\d[.,]?\d*e\+?\d+$/i.test(plain)) {
    // With twelve digits only the thirteenth is missing, and only one can be right.
    const twelve = plain.replace(/e.*$/i, '').replace(/\D/g, '').length === 12
    if (!read.problem && read.key.length === 13) return { text: read.key, damage: ['decimals'] }
    if (read.problem === 'spreadsheet_damage')
      return twelve && read.suggestion
        ? { text: read.suggestion, damage: ['mended'] }
        : { text: plain.replace(',', '.'), damage: ['cutShort'] }
  }
  const whole = /^(\d{7,})\.0+$/.exec(plain)?.[1]
  const damage: Damage[] = whole ? ['decimals'] : []
  const digits = whole ?? plain
  // Three zeros are missing, or it is a record number: the column tells, see `columnsOf`.
  if (read.kind === 'isbn10' && !read.problem && /^\d{7,8}[\dXx]$/.test(digits))
    return { text: digits.padStart(10, '0').toUpperCase(), damage: [...damage, 'lostZeros'] }
  return { text: whole ?? text, damage }
}
