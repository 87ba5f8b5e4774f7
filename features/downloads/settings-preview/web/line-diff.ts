/** A line of two texts side by side; if both are there and differ, one replaces the other. */
export type DiffRow = { before?: string; after?: string }

/** Further lines are not compared: a preview is of one record. */
const maxLines = 3000

/** The lines of two texts, equal ones side by side. */
export function diffLines(before: string, after: string): DiffRow[] {
  const one = before.split('\n').slice(0, maxLines)
  const other = after.split('\n').slice(0, maxLines)
  const rows: DiffRow[] = []
  let i = 0
  let j = 0
  for (const [same, sameToo] of [...commonLines(one, other), [one.length, other.length] as const]) {
    rows.push(...replaced(one.slice(i, same), other.slice(j, sameToo)))
    if (same < one.length) rows.push({ before: one[same]!, after: other[sameToo]! })
    i = same + 1
    j = sameToo + 1
  }
  return rows
}

/** Positions of the longest common subsequence of lines. */
function commonLines(one: string[], other: string[]): [number, number][] {
  const width = other.length + 1
  const longest = new Uint16Array((one.length + 1) * width)
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--)
      longest[i * width + j] =
        one[i] === other[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!)
  const places: [number, number][] = []
  for (let i = 0, j = 0; i < one.length && j < other.length; )
    if (one[i] === other[j]) places.push([i++, j++])
    else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!) i++
    else j++
  return places
}

/** The tag of a MARC line, the name of an element or of a column. */
const subjectOf = (line: string) => line.trimStart().match(/^[^\s>:,]+/)?.[0]

/** Pairs a removed line with an added one only if both have the same subject. */
function replaced(gone: string[], come: string[]): DiffRow[] {
  const rows: DiffRow[] = []
  const left = [...come]
  for (const before of gone) {
    const at = left.findIndex((after) => subjectOf(after) === subjectOf(before))
    if (at < 0) rows.push({ before })
    else {
      rows.push(...left.splice(0, at).map((after) => ({ after })))
      rows.push({ before, after: left.shift()! })
    }
  }
  return [...rows, ...left.map((after) => ({ after }))]
}

export type Piece = { text: string; marked: boolean }

/** Marks the words of a line that differ from the other: all between their common beginning and end. */
export function markDifference(line: string, other: string): Piece[] {
  const words = line.split(/(?<=\s)/)
  const others = other.split(/(?<=\s)/)
  let start = 0
  while (start < words.length && start < others.length && words[start] === others[start]) start++
  let end = 0
  const shortest = Math.min(words.length, others.length)
  while (end < shortest - start && words[words.length - 1 - end] === others[others.length - 1 - end]) end++
  const piece = (from: number, to: number, marked: boolean) => ({ text: words.slice(from, to).join(''), marked })
  return [
    piece(0, start, false),
    piece(start, words.length - end, true),
    piece(words.length - end, words.length, false),
  ].filter(({ text }) => text !== '')
}
