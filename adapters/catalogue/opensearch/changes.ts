/**
 * How many letters two words are apart, in UTF-8 bytes: one added, left out or replaced, or two neighbours swapped, is
 * one change.
 */
export function changesBetween(one: string, other: string): number {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      let least = Math.min(last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1), last[j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, beforeLast[j - 2]! + 1)
      row.push(least)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
