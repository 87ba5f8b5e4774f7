import { tidy, trimPunctuation } from '../crosswalk/crosswalk-steps.ts'
import { xmlText } from '../marcxml/xml-text.ts'
import { meantTag, pairOf } from '../outgoing/outgoing-fields.ts'
import type { DataField, MarcRecord } from '../record.ts'

export type Attributes = Record<string, string | undefined>

/** An element with markup inside; '' if it is empty. */
export function element(name: string, content: string, attributes?: Attributes): string {
  return content === '' ? '' : `<${name}${attributesOf(attributes)}>${content}</${name}>`
}

/** An element with text; '' if the text is blank. */
export function textElement(name: string, text: string | undefined, attributes?: Attributes): string {
  const content = text === undefined ? '' : cleaned(text)
  return content === '' ? '' : `<${name}${attributesOf(attributes)}>${content}</${name}>`
}

function attributesOf(attributes: Attributes | undefined): string {
  let written = ''
  for (const name in attributes) {
    const value = attributes[name]
    const content = value === undefined ? '' : cleaned(value)
    if (content !== '') written += ` ${name}="${content}"`
  }
  return written
}

/** '' if a text has only characters that XML does not allow or that no one sees. */
export const cleaned = (text: string): string => {
  const content = xmlText(tidy(text)).trim()
  return /[^\s\p{Cf}]/u.test(content) ? content : ''
}

/** One element a line, each level indented by two blanks. Markup in texts is escaped, so it cannot look like a tag. */
export function indented(xml: string): string {
  let level = 0
  let written = ''
  let from = 0
  for (let at = xml.indexOf('><'); at >= 0; at = xml.indexOf('><', from)) {
    if (xml[xml.lastIndexOf('<', at) + 1] !== '/') level++
    if (xml[at + 2] === '/') level--
    written += `${xml.slice(from, at + 1)}\n${margins[level]}`
    from = at + 1
  }
  return written + xml.slice(from)
}
const margins = Array.from({ length: 8 }, (_, level) => '  '.repeat(level))

/** A field by its real tag, also for an 880 in another script. */
export type Entry = DataField & {
  /** Pairs the same content in two scripts. */
  altRepGroup: string | undefined
  isOtherScript: boolean
}

export function entriesOf(record: MarcRecord): Map<string, Entry[]> {
  const pairs = new Map<string, number>()
  for (const field of record.fields)
    if ('subfields' in field) {
      const pair = pairOf(field)
      if (pair !== '') pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
    }
  const entries = new Map<string, Entry[]>()
  for (const field of record.fields) {
    if (!('subfields' in field)) continue
    const pair = pairs.size === 0 ? '' : pairOf(field)
    const tag = meantTag(field)
    const list = entries.get(tag)
    const altRepGroup = pair !== '' && pairs.get(pair)! > 1 ? pair.slice(4) : undefined
    const entry = { ...field, tag, altRepGroup, isOtherScript: field.tag === '880' }
    if (list) list.push(entry)
    else entries.set(tag, [entry])
  }
  return entries
}

export type Entries = Map<string, Entry[]>

/** The fields of these tags, in the order of the tags. */
export function those(entries: Entries, tags: string): Entry[] {
  const found: Entry[] = []
  for (const tag of tags.split(' ')) for (const entry of entries.get(tag) ?? []) found.push(entry)
  return found
}

export const values = (field: DataField, codes: string): string[] =>
  field.subfields.filter(({ code, value }) => codes.includes(code) && value.trim() !== '').map(({ value }) => value)

export const value = (field: DataField, code: string): string =>
  field.subfields.find((subfield) => subfield.code === code && subfield.value.trim() !== '')?.value ?? ''

/** Subfields as one text, as printed. */
export const joined = (field: DataField, codes: string): string => tidy(values(field, codes).join(' '))

/** Without the punctuation that ISBD puts between elements. */
export const bare = (text: string): string => trimPunctuation(tidy(text))

export const isUri = (text: string): boolean =>
  /^[a-z][a-z\d+.-]*:(?:[\w\-.~:/?#@!$&'()*+,;=]|%[\da-f]{2})+$/i.test(text) && text.split('#').length <= 2

/** $0 and $1 may hold the address of the heading. */
export const valueUri = (field: DataField): string | undefined => values(field, '01').find((text) => isUri(text))
