import { tidy } from './crosswalk/crosswalk-steps.ts'
import type { DataField, MarcRecord } from './record.ts'

/** DOIs of a 024 marked as one in $2, or by a label or address before the number. */
export function doisIn({ tag, ind1, subfields }: DataField): string[] {
  if (tag !== '024') return []
  const isNamed = ind1 === '7' && subfields.some(({ code, value }) => code === '2' && /^\s*doi\W*$/i.test(value))
  return subfields
    .filter(({ code, value }) => code === 'a' && (isNamed || /\bdoi\b/i.test(value)))
    .map(({ value }) => doiOf(value))
    .filter((doi) => doi !== '')
}

/** A value of a 024: its DOI as other outputs write it, if it is one. */
export const doiOr = (text: string, field: DataField): string =>
  doisIn(field).find((doi) => doi === doiOf(text)) ?? text

/** The first DOI of a record, or ''. */
export function doiIn({ fields }: MarcRecord): string {
  for (const field of fields) {
    if (field.tag !== '024' || 'value' in field) continue
    const [doi] = doisIn(field)
    if (doi !== undefined) return doi
  }
  return ''
}

/** `10.5555/t1` of `10.5555/t1`, `doi:10.5555/t1`, `https://doi.org/10.5555/t1`; '' if there is none. */
export function doiOf(text: string): string {
  const given = /^\s*https?:/i.test(text) ? decoded(text) : text
  const [, doi = ''] = /(?:^|[^\w.])(10\.\d{4,9}(?:\.\d+)*\/\S+)/.exec(tidy(given)) ?? []
  const whole = doi.replace(/[.,;:]+$/, '')
  return pairs.some(([open, close]) => whole.endsWith(close) && !whole.includes(open)) ? whole.slice(0, -1) : whole
}

/** A bracket around the DOI closes after it; one within belongs to it. */
const pairs = ['()', '[]', '<>', '{}'].map((pair) => [pair.charAt(0), pair.charAt(1)] as const)

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** The address that resolves a DOI, with the signs escaped that would end it or its path. */
export const doiAddress = (doi: string): string =>
  `https://doi.org/${doi.replace(/[^\w\-.~!$&'()*+,;=:@/]/gu, (sign) => encodeURIComponent(sign.toWellFormed()))}`
