import { normalised } from '#kit/normalised.ts'

/** Folds text for sorting: no marks, punctuation or case; numbers stay. */
export function sortKey(text: string): string {
  if (!/[^\x00-\x7f]/.test(text))
    return text
      .toLowerCase()
      .replace(/'/g, '')
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  return normalised(text, 'NFKD')
    .replace(/[\p{M}'’ʼʻ]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Sorts a title without its initial article: 245 ind2 counts the characters (MARC 21: "Nonfiling characters"). */
export function titleSortKey(title: string, nonFiling: string): string {
  const skipped = nonFiling >= '1' && nonFiling <= '9' ? Number(nonFiling) : 0
  return sortKey(title.slice(skipped)) || sortKey(title)
}
