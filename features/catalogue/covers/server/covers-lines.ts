import { type Face, widthOf } from './covers-type.ts'

export type Block = { lines: string[]; size: number; leading: number; height: number }
type Box = { width: number; height: number; largest: number; smallest: number; leading?: number; most?: number }

/**
 * The largest type size at which a text fits into a box, in lines of even length; at the smallest size it is cut with
 * an ellipsis.
 */
export function setType(face: Face, text: string, box: Box): Block {
  const leading = box.leading ?? 1.14
  const most = (size: number) =>
    Math.max(1, Math.min(box.most ?? 99, Math.floor((box.height / size - 1) / leading + 1)))
  for (let size = box.largest; size >= box.smallest; size -= 1) {
    const lines = broken(face, text, box.width / size)
    if (lines && lines.length <= most(size)) return block(even(face, text, box.width / size, lines), size, leading)
  }
  const size = box.smallest
  return block(cut(face, text, box.width / size, most(size)), size, leading)
}

const block = (lines: string[], size: number, leading: number): Block => ({
  lines,
  size,
  leading: size * leading,
  height: size * (1 + (lines.length - 1) * leading),
})

/** Greedy lines no wider than `width` ems; undefined if a single word is wider. */
function broken(face: Face, text: string, width: number): string[] | undefined {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (widthOf(face, word) > width) return undefined
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(face, longer) <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  if (line !== '') lines.push(line)
  return lines
}

/** The narrowest measure that gives the same number of lines: avoids a single last word. */
function even(face: Face, text: string, width: number, lines: string[]): string[] {
  let best = lines
  for (let measure = width * 0.95; measure > width * 0.5; measure -= width * 0.05) {
    const tried = broken(face, text, measure)
    if (!tried || tried.length > lines.length) break
    best = tried
  }
  return best
}

/** As many lines as fit; words too long for a line are broken, the last line ends in `…`. */
function cut(face: Face, text: string, width: number, most: number): string[] {
  const pieces = text.split(' ').flatMap((word) => shortEnough(face, word, width))
  const lines = broken(face, pieces.join(' '), width) ?? []
  if (lines.length <= most) return lines
  const shortened = lines.slice(0, most)
  let last = shortened.pop() ?? ''
  while (last.length > 1 && widthOf(face, `${last}…`) > width) last = last.slice(0, -1)
  return [...shortened, `${last.replace(/[\s,;:.-]+$/, '')}…`]
}

function shortEnough(face: Face, word: string, width: number): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece !== '' && widthOf(face, `${piece}${letter}-`) > width) {
      pieces.push(`${piece}-`)
      piece = ''
    }
    piece += letter
  }
  return [...pieces, piece]
}
