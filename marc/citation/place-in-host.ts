import type { HostItem } from '../crosswalk/document.ts'

/** Absent members are ''. `page`: `22-25`, or several stretches `22-25, 30`. */
export type PlaceInHost = { volume: string; issue: string; page: string; year: string }

/**
 * Volume, issue and pages of an article or a chapter, from the cataloguer's words (773 $g), the code beside them ($q)
 * and, for the pages, 300 $a. No rule says how $g is written: AACR2, RDA, K10plus and indexing services differ.
 */
export function placeInHost({ parts, enumeration }: Pick<HostItem, 'parts' | 'enumeration'>, physical = '') {
  const text = parts.join(', ').replace(/\s+/g, ' ')
  const [coded, codedPage = ''] = enumeration.split('<')
  const [codedVolume = '', codedIssue = ''] = (coded ?? '').split(':')
  const compact = compactIn(text)
  return {
    volume: first(volumes, text) || compact.volume || codedVolume.trim(),
    issue: first(issues, text) || compact.issue || codedIssue.trim(),
    page:
      pagesIn(text) ||
      compact.page ||
      codedPage.trim() ||
      (/^p(?:p?\.|ages?)\s*\[?\d/i.test(physical) ? pagesIn(physical) : ''),
    year: (/\(([^)]*)\)/.exec(text)?.[1] ?? '').match(year)?.[0] ?? text.match(year)?.[0] ?? '',
  } satisfies PlaceInHost
}

const year = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/
const before = String.raw`(?:^|[\s,;:.(])`
/** Up to 89. */
const roman = '(?=[ivxl])(?:x{0,3}|xl|lx{0,3})(?:ix|iv|v?i{0,3})(?![a-z])'
const number = String.raw`(\d+[a-z]?(?:[-–/]\d+)?(?!\d)|${roman})`

/** `Vol. 12`, `v12`, `volume:12`, `Bd. 12`, `Jg. 12`, `T. 12`, `第12卷`. */
const volumes = [
  new RegExp(`${before}(?:vol(?:ume)?s?|v|bd|band|jg|jahrgang|t|tom[eo]?|año)\\s*[.:]?\\s*${number}`, 'iu'),
  /(\d+)\s*[卷巻]/u,
]
/** `no. 3`, `n3`, `number:3`, `issue 3`, `Nr. 3`, `Heft 3`, `n° 3`, `第3期`. */
const issues = [
  new RegExp(`${before}(?:nos?|n|nr|n[º°]|num(?:ber|[ée]ro)?|issue|iss|heft|h)\\s*[.:]?\\s*${number}`, 'iu'),
  /(\d+)\s*[期号號]/u,
]
const first = (patterns: RegExp[], text: string): string =>
  patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined) ?? ''

const page = String.raw`\[?([a-z]?\d+[a-z]?|${roman})\]?`
const stretch = String.raw`${page}(?:\s*[-–—]\s*${page})?`
const stretches = new RegExp(stretch, 'giu')
const pages = [
  new RegExp(
    `${before}(?:pp?|pages?|pgs?|s|seiten?|páginas?|págs?)\\s*[.:]?\\s*(${stretch}(?:\\s*[,&+]\\s*${stretch}(?=[\\s,;.)]|$))*)`,
    'iu',
  ),
  new RegExp(`[頁页]\\s*(${stretch})`, 'iu'),
]

function pagesIn(text: string): string {
  const found = first(pages, text)
  return [...found.matchAll(stretches)].map(([, from, to]) => rangeOf(from!, to)).join(', ')
}

/** The digits that a range repeats may be left out: `235-48` is `235-248`. */
function rangeOf(from: string, to: string | undefined): string {
  if (to === undefined) return from
  const isShort = /^\d+$/.test(from) && /^\d+$/.test(to) && to.length < from.length
  return `${from}-${isShort ? from.slice(0, from.length - to.length) + to : to}`
}

/** `12(3):22-25`, `12:3 (2019)`, `12 (2019) 22-25`: without words. */
function compactIn(text: string): Omit<PlaceInHost, 'year'> {
  const [, volume = '', issue = ''] =
    /^(\d{1,4})\s*\((?!(?:1[5-9]|20)\d\d\b)(\d{1,3}(?:[-–/]\d{1,3})?)\)/.exec(text) ??
    /^(\d{1,4}):(\d{1,3})(?=[\s,;(:]|$)/.exec(text) ??
    /^(\d{1,3})(?=\s*\()/.exec(text) ??
    []
  const [, from, to] = volume === '' ? [] : (/(?:\)\s*[:,]?|:)\s*(\d+)\s*[-–—]\s*(\d+)\W*$/.exec(text) ?? [])
  return { volume, issue, page: from === undefined ? '' : rangeOf(from, to) }
}
