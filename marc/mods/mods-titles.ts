import { mapOf } from '#kit/map-of.ts'
import { xmlText } from '../marcxml/xml-text.ts'
import {
  bare,
  cleaned,
  type Entries,
  type Entry,
  element,
  isUri,
  joined,
  textElement,
  those,
  value,
  values,
} from './mods-xml.ts'

const otherTitles = mapOf<string>({
  2: 'Distinctive title',
  3: 'Other title',
  4: 'Cover title',
  5: 'Added title page title',
  6: 'Caption title',
  7: 'Running title',
  8: 'Spine title',
})

/** 245, then the other titles of the record. */
export const titles = (entries: Entries): string =>
  those(entries, '245').map(mainTitle).join('') +
  those(entries, '210')
    .map((field) => otherTitle(field, 'abbreviated'))
    .join('') +
  those(entries, '242')
    .map((field) => otherTitle(field, 'translated', value(field, 'y')))
    .join('') +
  those(entries, '246 247 740')
    .map((field) => otherTitle(field, 'alternative'))
    .join('') +
  those(entries, '130 240')
    .map((field) => uniformTitle(field))
    .join('') +
  those(entries, '730')
    .filter(({ ind2 }) => ind2 !== '2')
    .map((field) => uniformTitle(field))
    .join('')

function mainTitle(field: Entry): string {
  return element('titleInfo', titleParts(field, Number(field.ind2) || 0, 'afgks'), {
    altRepGroup: field.altRepGroup,
    usage: field.isOtherScript ? undefined : 'primary',
  })
}

/** Sorting skips the first `nonfiling` characters. */
export function titleParts(field: Entry, nonfiling: number, codes: string): string {
  const title = bare(joined(field, codes))
  const skipped = [...title].slice(0, nonfiling).join('')
  const sorts = skipped.length < title.length && /\P{L}$/u.test(skipped) && cleaned(skipped) !== ''
  return (
    (sorts ? `<nonSort xml:space="preserve">${xmlText(skipped)}</nonSort>` : '') +
    textElement('title', sorts ? title.slice(skipped.length) : title) +
    textElement('subTitle', bare(joined(field, 'b'))) +
    values(field, 'n')
      .map((part) => textElement('partNumber', bare(part)))
      .join('') +
    values(field, 'p')
      .map((part) => textElement('partName', bare(part)))
      .join('')
  )
}

function otherTitle(field: Entry, type: string, lang?: string): string {
  const label = bare(value(field, 'i')).replace(/:$/, '')
  const known = field.tag === '246' ? otherTitles.get(field.ind2) : field.tag === '247' ? 'Former title' : undefined
  return element('titleInfo', titleParts(field, 0, 'af'), {
    type,
    displayLabel: label || known,
    lang: /^[a-z]{3}$/.test(lang ?? '') ? lang : undefined,
    altRepGroup: field.altRepGroup,
  })
}

/** 240 is the uniform title of the work by 1XX: the two belong together. */
function uniformTitle(field: Entry): string {
  const nonfiling = Number(field.tag === '240' ? field.ind2 : field.ind1) || 0
  return element('titleInfo', titleParts(field, nonfiling, 'adfgklmorst'), {
    type: 'uniform',
    nameTitleGroup: field.tag === '240' && !field.isOtherScript ? '1' : undefined,
    valueURI: values(field, '01').find(isUri),
    altRepGroup: field.altRepGroup,
  })
}
