import { titleParts } from './mods-titles.ts'
import {
  bare,
  type Entries,
  type Entry,
  element,
  isUri,
  joined,
  textElement,
  those,
  value,
  values,
  valueUri,
} from './mods-xml.ts'

/** 1XX and 7XX; a name with a title is a separate work and goes into the related items. */
export function names(entries: Entries): string {
  const hasUniform = (entries.get('240') ?? []).some(({ isOtherScript }) => !isOtherScript)
  const main = those(entries, '100 110 111').map((field) =>
    element('name', nameParts(field) + roles(field), {
      ...attributes(field),
      usage: field.isOtherScript ? undefined : 'primary',
      nameTitleGroup: hasUniform && !field.isOtherScript ? '1' : undefined,
    }),
  )
  const others = those(entries, '700 710 711')
    .filter((field) => value(field, 't') === '')
    .map((field) => element('name', nameParts(field) + roles(field), attributes(field)))
  const uncontrolled = those(entries, '720').map((field) =>
    element('name', textElement('namePart', bare(value(field, 'a'))) + roles(field), {
      type: field.ind1 === '1' ? 'personal' : undefined,
      altRepGroup: field.altRepGroup,
    }),
  )
  return [...main, ...others, ...uncontrolled].join('')
}

const attributes = (field: Entry) => ({
  type: nameType(field),
  authority: field.tag.startsWith('7') && field.ind2 === '7' ? value(field, '2') : undefined,
  valueURI: valueUri(field),
  altRepGroup: field.altRepGroup,
})

/** By the last two digits of the tag, in 1XX, 6XX, 7XX and 8XX. */
export function nameType({ tag, ind1 }: Entry): 'personal' | 'family' | 'corporate' | 'conference' {
  if (tag.endsWith('10')) return 'corporate'
  if (tag.endsWith('11')) return 'conference'
  return ind1 === '3' ? 'family' : 'personal'
}

export function nameParts(field: Entry): string {
  if (field.tag.endsWith('10'))
    return (
      values(field, 'ab')
        .map((part) => textElement('namePart', bare(part)))
        .join('') +
      textElement('namePart', bareDate(joined(withoutTitle(field), 'd')), { type: 'date' }) +
      textElement('namePart', bare(joined(withoutTitle(field), 'nc')))
    )
  if (field.tag.endsWith('11')) return textElement('namePart', bare(joined(withoutTitle(field), 'aceqnd')))
  return (
    textElement('namePart', bare(joined(field, 'aq'))) +
    textElement('namePart', bare(joined(withoutTitle(field), 'bc')), { type: 'termsOfAddress' }) +
    textElement('namePart', bareDate(joined(withoutTitle(field), 'd')), { type: 'date' }) +
    values(field, 'u')
      .map((text) => textElement('affiliation', bare(text)))
      .join('')
  )
}

/** After $t the letters mean parts of the title. */
export function withoutTitle(field: Entry): Entry {
  const at = field.subfields.findIndex(({ code }) => code === 't')
  return at < 0 ? field : { ...field, subfields: field.subfields.slice(0, at) }
}

/** `1850-1912.` loses its point; `1953-` keeps its hyphen. */
const bareDate = (text: string) => text.replace(/[.,]$/, '')

const relator = /^[a-z]{3}$/

/** $e (111, 711: $j) in words, $4 as a code of the relator list or an address. */
export function roles(field: Entry): string {
  const words = values(field, field.tag.endsWith('11') ? 'j' : 'e')
  const terms = words.map((text) => textElement('roleTerm', bare(text), { type: 'text' }))
  const codes = values(field, '4').map((code) =>
    relator.test(code)
      ? textElement('roleTerm', code, { type: 'code', authority: 'marcrelator' })
      : textElement('roleTerm', code, { valueURI: isUri(code) ? code : undefined }),
  )
  return [...terms, ...codes].map((term) => element('role', term)).join('')
}

/** A name and its title: 700 to 711 and 800 to 811 with $t. */
export const nameAndTitle = (field: Entry): string =>
  element('titleInfo', titleParts(titleOnly(field), 0, 'tfgklmors')) +
  element('name', nameParts(field) + roles(field), { type: nameType(field), valueURI: valueUri(field) })

export function titleOnly(field: Entry): Entry {
  const at = field.subfields.findIndex(({ code }) => code === 't')
  return at < 0 ? field : { ...field, subfields: field.subfields.slice(at) }
}
