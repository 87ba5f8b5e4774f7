import type { MarcRecord } from '../record.ts'

/**
 * The character of a numeric reference, or undefined where it stays text: control characters, surrogates and
 * noncharacters are no data, and `&#38;#39;` would otherwise become another reference. `next`: the text after it.
 */
export function referencedCharacter(code: number, next: string): string | undefined {
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f && !isUnsortedMark(code)) || code > 0x10ffff) return undefined
  if ((code >= 0xd800 && code <= 0xdfff) || (code >= 0xfdd0 && code <= 0xfdef) || (code & 0xfffe) === 0xfffe)
    return undefined
  return code === 0x26 && next === '#' ? undefined : String.fromCodePoint(code)
}

/** MARC-8 has these two: they enclose text that sorting ignores. */
const isUnsortedMark = (code: number) => code === 0x98 || code === 0x9c

const reference = /&#(?:[xX]([0-9A-Fa-f]{1,6})|(\d{1,7}));/g

const withoutReferences = (text: string): string =>
  text.replace(reference, (whole: string, hex: string | undefined, decimal: string | undefined, at: number) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return referencedCharacter(code, text.charAt(at + whole.length)) ?? whole
  })

/**
 * Replaces numeric references (`&#x2019;`, `&#8217;`) in data fields by their characters. MARC-8 defines them for
 * characters it lacks, and systems that convert it to UTF-8 often leave them. Named ones (`&amp;`) are text. Returns
 * the same record when there are none.
 */
export function withCharacters(record: MarcRecord): MarcRecord {
  let found = false
  const fields = record.fields.map((field) => {
    if ('value' in field || !field.subfields.some(({ value }) => value.includes('&#'))) return field
    const subfields = field.subfields.map(({ code, value }) => ({ code, value: withoutReferences(value) }))
    found ||= subfields.some(({ value }, i) => value !== field.subfields[i]!.value)
    return { ...field, subfields }
  })
  return found ? { ...record, fields } : record
}
