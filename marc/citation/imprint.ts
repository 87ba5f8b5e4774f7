import type { CslDate, CslItem } from './csl.ts'
import type { CitedDocument } from './csl-json.ts'

/**
 * Of several places or publishers the styles name the first; a distributor or manufacturer only if there is no other.
 */
export function firstNamed(text: string): string {
  const named = text
    .split(/\s+[;:](?:\s+|$)/)
    .map(plain)
    .filter((each) => each !== '')
  const sells = /^(?:(?:exclusive(?:ly)?|manufactured|marketed|distributed|distribut\w+|and)\b[\s,]*)+(?:by\s+)?/i
  return named.find((each) => !sells.test(each)) ?? (named[0] ?? '').replace(sells, '')
}

/** Without cataloguers' additions: `[S.l.]` and `[s.n.]` become '', other brackets are removed. */
const plain = (text: string): string =>
  /^\[?(?:s\.?\s?l\.?|s\.?\s?n\.?|(?:place of publication|publisher) not identified)\]?$/i.test(text.trim())
    ? ''
    : text
        .replace(/[[\]]/g, '')
        .replace(/[\s,;:]+$/, '')
        .trim()

/**
 * A serial's years from 008, other works' year with `circa` where the printed date says that it is a guess: `[2004?]`,
 * `[ca. 1990]`, `[between 1990 and 1999?]`. Unknown digits (`19uu`, `[19--?]`) are not guessed: no date.
 */
export function issuedOf({ dateIssued, dateIssuedMarc, publicationYear }: CitedDocument, serial: boolean) {
  if (serial) return yearsOfSerial(dateIssuedMarc)
  if (publicationYear === null) return undefined
  const between = /between (\d{4}) and (\d{4})/i.exec(dateIssued)
  if (between) return { 'date-parts': [[Number(between[1])], [Number(between[2])]], circa: true } satisfies CslDate
  const guessed = /\d\s*\?|\b(?:ca?\.|circa|approximately|before|after)\s*\d/i.test(dateIssued)
  return { 'date-parts': [[publicationYear]], ...(guessed && { circa: true as const }) } satisfies CslDate
}

/** The year in a host's date: `2019`, `May 2019`, `c2008`. */
export function issuedIn(date: string): CslDate | undefined {
  const year = /\d{4}/.exec(date)?.[0]
  return year === undefined ? undefined : { 'date-parts': [[Number(year)]] }
}

function yearsOfSerial(dates: string): CslDate | undefined {
  const [first = '', last] = dates.split('-')
  if (!/^\d{4}$/.test(first)) return undefined
  if (last === undefined) return { 'date-parts': [[Number(first)]] }
  if (/^\d{4}$/.test(last)) return { 'date-parts': [[Number(first)], [Number(last)]] }
  return { 'date-parts': [[Number(first)]], literal: `${first}–` }
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

export function editionOf(edition: string): CslItem['edition'] {
  const text = edition
    .replace(/[[\]]/g, '')
    .replace(/\s+(?=[:;,.](?:\s|$))/g, '')
    .trim()
  if (text === '') return undefined
  const given = /^(\d+)\s*(?:st|nd|rd|th|e|\.)?\s*(?:ed\b|edn\b|edition\b|$)/i.exec(text)
  const word = ordinals.findIndex((each) => new RegExp(`^${each}\\s+ed`, 'i').test(text)) + 1
  const number = given ? Number(given[1]) : word
  if (given || word > 0) return number > 1 ? number : undefined
  // No edition in the styles' sense: a first printing, or the edition of a country or a cover.
  if (/^first\b|\b(?:published|printing|impression|reprint\w*)\b/i.test(text)) return undefined
  return text.replace(/[\s.,;:/]+$/, '').replace(/\bed(?:ition)?$/i, 'ed.')
}

/** The last numbered page of 300 $a: `xii, 244 pages : illustrations ; 24 cm` → `244`. */
export const pagesOf = (physical: string): string | undefined =>
  /\[?(\d+)\]?\s*(?:unnumbered\s+)?(?:p\.|pp?\b|pages?\b)/i.exec(physical)?.[1]
