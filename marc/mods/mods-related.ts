import { nameAndTitle, nameParts, nameType, titleOnly, withoutTitle } from './mods-names.ts'
import { titleParts } from './mods-titles.ts'
import { bare, type Entries, type Entry, element, joined, textElement, those, value, values } from './mods-xml.ts'

/** Linking entries 76X-78X: type of the related item. */
const links: [tag: string, type: string | undefined][] = [
  ['760', 'series'],
  ['762', 'constituent'],
  ['765', 'original'],
  ['767', 'otherVersion'],
  ['770', 'constituent'],
  ['772', 'host'],
  ['773', 'host'],
  ['774', 'constituent'],
  ['775', 'otherVersion'],
  ['776', 'otherFormat'],
  ['777', undefined],
  ['780', 'preceding'],
  ['785', 'succeeding'],
  ['786', 'original'],
  ['787', undefined],
]

/** Series, hosts, parts and other works. The heading of a traced series (490 1_) is in 8XX. */
export const relatedItems = (entries: Entries): string =>
  those(entries, '440')
    .map((field) => series(titleParts(field, Number(field.ind2) || 0, 'a'), field))
    .join('') +
  those(entries, '490')
    .map((field) => series(textElement490(field), field))
    .join('') +
  those(entries, '800 810 811')
    .map((field) => series(element('titleInfo', volume(titleOnly(field), 'tfgklmors')) + author(field), field, true))
    .join('') +
  those(entries, '830')
    .map((field) => series(titleParts(field, Number(field.ind2) || 0, 'adfgklmorst'), field))
    .join('') +
  those(entries, '700 710 711')
    .filter((field) => value(field, 't') !== '')
    .map((field) => work(field, nameAndTitle(field)))
    .join('') +
  those(entries, '730')
    .filter(({ ind2 }) => ind2 === '2')
    .map((field) => work(field, element('titleInfo', titleParts(field, Number(field.ind1) || 0, 'adfgklmorst'))))
    .join('') +
  links
    .map(([tag, type]) =>
      those(entries, tag)
        .map((field) => link(field, type))
        .join(''),
    )
    .join('') +
  those(entries, '510')
    .map((field) =>
      element(
        'relatedItem',
        element('titleInfo', textElement('title', bare(value(field, 'a')))) +
          element('part', textElement('text', value(field, 'c'))),
        { type: 'isReferencedBy' },
      ),
    )
    .join('')

const textElement490 = (field: Entry) =>
  values(field, 'a')
    .map((text) => textElement('title', bare(text)))
    .join('') +
  values(field, 'v')
    .map((text) => textElement('partNumber', bare(text)))
    .join('')

const volume = (field: Entry, codes: string) =>
  titleParts(field, 0, codes) +
  values(field, 'v')
    .map((text) => textElement('partNumber', bare(text)))
    .join('')

const author = (field: Entry) => element('name', nameParts(withoutTitle(field)), { type: nameType(field) })

function series(title: string, field: Entry, isWhole = false): string {
  const numbered =
    isWhole || field.tag === '490'
      ? title
      : title +
        values(field, 'v')
          .map((text) => textElement('partNumber', bare(text)))
          .join('')
  const content = (isWhole ? numbered : element('titleInfo', numbered)) + issn(field)
  return element('relatedItem', content, { type: 'series' })
}

const issn = (field: Entry) =>
  values(field, 'x')
    .map((text) => textElement('identifier', bare(text), { type: 'issn' }))
    .join('')

/** Second indicator 2: the work is a part of this one. */
const work = (field: Entry, content: string) =>
  element('relatedItem', content + issn(field), {
    type: field.ind2 === '2' ? 'constituent' : undefined,
    displayLabel: bare(value(field, 'i')).replace(/:$/, ''),
  })

function link(field: Entry, type: string | undefined): string {
  const title = bare(joined(field, value(field, 't') === '' ? 's' : 'tp'))
  const content =
    element('titleInfo', textElement('title', title)) +
    element('titleInfo', value(field, 't') === '' ? '' : textElement('title', bare(value(field, 's'))), {
      type: 'uniform',
    }) +
    element('name', textElement('namePart', bare(value(field, 'a')))) +
    element(
      'originInfo',
      textElement('publisher', bare(value(field, 'd'))) + textElement('edition', bare(value(field, 'b'))),
    ) +
    element('physicalDescription', textElement('extent', bare(value(field, 'h')))) +
    values(field, 'n')
      .map((text) => textElement('note', text))
      .join('') +
    issn(field) +
    values(field, 'z')
      .map((text) => textElement('identifier', bare(text), { type: 'isbn' }))
      .join('') +
    values(field, 'u')
      .map((text) => textElement('identifier', bare(text), { type: 'stock number' }))
      .join('') +
    values(field, 'r')
      .map((text) => textElement('identifier', bare(text), { type: 'report number' }))
      .join('') +
    values(field, 'o')
      .map((text) => textElement('identifier', bare(text)))
      .join('') +
    values(field, 'w').map(controlNumber).join('') +
    element(
      'part',
      values(field, 'g')
        .map((text) => textElement('text', bare(text)))
        .join(''),
    )
  return element('relatedItem', content, { type, displayLabel: bare(value(field, 'i')).replace(/:$/, '') })
}

/** `(OCoLC)123`, `(DLC)   2004123`: the number follows its source. */
export function controlNumber(text: string): string {
  const found = /^\s*\(([^)]*)\)\s*(.*)$/s.exec(text)
  if (!found) return textElement('identifier', text, { type: 'local' })
  const type = found[1] === 'OCoLC' ? 'oclc' : found[1] === 'DLC' ? 'lccn' : 'local'
  return textElement('identifier', type === 'local' ? text : found[2]!, { type })
}
