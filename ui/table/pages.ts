import { grouped, nounOf } from '#kit/web/in-words.ts'
export type PageMark = number | 'gap'

/** Ten numbers around the current page, then a gap and the last page if they do not reach it. */
export function pageMarks(page: number, count: number, shown = 10): PageMark[] {
  const first = Math.max(1, Math.min(page - Math.floor(shown / 2) + 1, count - shown + 1))
  const end = Math.min(count, first + shown - 1)
  const marks: PageMark[] = Array.from({ length: Math.max(0, end - first + 1) }, (_, i) => first + i)
  if (end < count - 1) marks.push('gap')
  if (end < count) marks.push(count)
  return marks
}

/** The three pages around the current one: a narrow screen keeps only these of `pageMarks`, and the last page. */
export function nearPages(page: number, count: number): number[] {
  const first = Math.max(1, Math.min(page - 1, count - 2))
  return [first, first + 1, first + 2].filter((each) => each <= count)
}

/** "1–30 of 12,431 records"; beyond the last page only the total. Totals stop counting at `cap`: "100,000+". */
export function rangeSummary(page: number, size: number, total: number, noun = 'record', cap = 100_000): string {
  if (total === 0) return `No ${noun}s`
  const from = (page - 1) * size + 1
  const to = Math.min(page * size, total)
  const all = `${total >= cap ? `${grouped(cap)}+` : grouped(total)} ${nounOf(total, noun)}`
  return from > total ? all : `${grouped(from)}–${grouped(to)} of ${all}`
}
