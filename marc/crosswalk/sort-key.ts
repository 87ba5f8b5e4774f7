import { fold } from '#kit/fold.ts'

/** A text as it is sorted: folded like a search, without punctuation; numbers stay. */
export function sortKey(text: string): string {
  if (!/[^\x00-\x7f]/.test(text))
    return text
      .toLowerCase()
      .replace(/['`]/g, '')
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  return fold(text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}

/** Sorts a title without its initial article: 245 ind2 counts the characters (MARC 21: "Nonfiling characters"). */
export function titleSortKey(title: string, nonFiling: string): string {
  const skipped = nonFiling >= '1' && nonFiling <= '9' ? Number(nonFiling) : 0
  return sortKey(title.slice(skipped)) || sortKey(title)
}
