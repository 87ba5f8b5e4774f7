import { unlinked, unlinkedIn } from '../web-address.ts'
import { bare, type Entries, joined, textElement, those } from './mods-xml.ts'

/** Tag, subfields, type in the MODS note types list. */
const notes: [tag: string, codes: string, type?: string][] = [
  ['245', 'c', 'statement of responsibility'],
  ['500', '3a'],
  ['501', 'a'],
  ['502', 'abcdgo', 'thesis'],
  ['504', 'ab', 'bibliography'],
  ['507', 'ab'],
  ['508', 'a', 'creation/production credits'],
  ['511', 'a', 'performers'],
  ['513', 'ab'],
  ['515', 'a', 'numbering'],
  ['518', '3adop', 'venue'],
  ['522', 'a'],
  ['524', 'a', 'preferred citation'],
  ['525', 'a'],
  ['526', 'abcdix', 'reading'],
  ['530', '3abcd', 'additional physical form'],
  ['533', '3abcdefmn', 'reproduction'],
  ['534', 'abcefklmnpt', 'original version'],
  ['535', '3abcdg', 'original location'],
  ['536', 'abcdefgh', 'funding'],
  ['538', '3a', 'system details'],
  ['541', '3abcdefhno', 'acquisition'],
  ['544', '3abcden'],
  ['545', 'ab', 'biographical/historical'],
  ['546', '3ab', 'language'],
  ['547', 'a'],
  ['550', 'a'],
  ['555', '3abcd'],
  ['556', 'a'],
  ['561', '3a', 'ownership'],
  ['562', '3abcde', 'version identification'],
  ['580', 'a'],
  ['581', '3a', 'publications'],
  ['583', '3abcdefhijkln', 'action'],
  ['585', '3a', 'exhibitions'],
  ['586', '3a', 'awards'],
  ['588', 'a', 'source of description'],
  ['658', 'abcd', 'curriculum objective'],
]

const conditions: [tag: string, type: string][] = [
  ['506', 'restriction on access'],
  ['540', 'use and reproduction'],
]

export const notesOf = (entries: Entries): string =>
  notes
    .map(([tag, codes, type]) =>
      those(entries, tag)
        .map((field) => {
          const text = joined(field, codes)
          return textElement('note', tag === '245' ? bare(text) : text, { type, altRepGroup: field.altRepGroup })
        })
        .join(''),
    )
    .join('') +
  conditions
    .map(([tag, type]) =>
      those(entries, tag)
        .map((field) =>
          textElement('accessCondition', joined(field, '3abcdefu'), { type, altRepGroup: field.altRepGroup }),
        )
        .join(''),
    )
    .join('') +
  those(entries, '856')
    .flatMap(unlinkedIn)
    .map((text) => textElement('note', text, { displayLabel: unlinked }))
    .join('')
