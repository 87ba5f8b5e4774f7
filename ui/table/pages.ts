import { grouped, nounOf } from '#kit/web/format.ts'
import { words } from '../messages.ts'

/** The first page, ten around the current one, and the last page. */
export const pageNumbers = (page: number, count: number): number[] => withEnds(10, page - 4, count)

/** Pages that a narrow screen keeps: three around the current one, and both ends. */
export const pagesOnNarrow = (page: number, count: number): number[] => withEnds(3, page - 1, count)

function withEnds(length: number, from: number, count: number): number[] {
  const first = Math.max(1, Math.min(from, count - length + 1))
  const pages = Array.from({ length }, (_, i) => first + i).filter((page) => page <= count)
  return [...new Set([1, ...pages, count])]
}

/** "1–30 of 12,431 records"; beyond the last page only the total. Totals stop counting at `cap`: "100,000+". */
export function rangeSummary(
  page: number,
  size: number,
  total: number,
  noun = 'record',
  cap = 100_000,
  nouns = `${noun}s`,
): string {
  if (total === 0) return `${words.no} ${nouns}`
  const from = (page - 1) * size + 1
  const to = Math.min(page * size, total)
  const all = `${total >= cap ? `${grouped(cap)}+` : grouped(total)} ${nounOf(total, noun, nouns)}`
  return from > total ? all : `${grouped(from)}–${grouped(to)} ${words.of} ${all}`
}
