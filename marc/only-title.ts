import { steps } from './crosswalk/crosswalk-steps.ts'
import type { DataField, MarcRecord } from './record.ts'

/** Where a title is if 245 $a names none, the likeliest first; the indicator counts the characters of its article. */
const places: [tag: string, codes: string, article: 'ind1' | 'ind2' | undefined][] = [
  // Archives and collections are named by their form and dates.
  ['245', 'bfgknps', 'ind2'],
  ['240', 'adfgklmnoprs', 'ind2'],
  ['130', 'adfgklmnoprs', 'ind1'],
  ['740', 'anp', 'ind1'],
  ['246', 'abnp', undefined],
  ['730', 'adfgklmnoprs', 'ind1'],
]

const isTitled = ({ tag, subfields }: DataField) =>
  tag === '245' && subfields.some(({ code, value }) => code === 'a' && value.trim() !== '')

/** The title of a record without one in 245 $a; undefined if it has one there, or none at all. */
export function onlyTitleOf({ fields }: MarcRecord): { title: string; nonFiling: string } | undefined {
  const all = fields.filter((field): field is DataField => !('value' in field))
  if (all.some(isTitled)) return undefined
  for (const [tag, codes, article] of places)
    for (const field of all) {
      if (field.tag !== tag) continue
      const found: string[] = []
      steps.title(field, codes, found)
      if (found[0]) return { title: found[0], nonFiling: article ? field[article] : ' ' }
    }
  return undefined
}
