import { schemeOf } from './crosswalk-headings.ts'
import { isData, meantTag, pairOf, withoutFields } from './outgoing-fields.ts'
import type { Preferences } from './preferences.ts'
import type { DataField, MarcRecord } from './record.ts'

const unwanted: Record<Preferences['subjectHeadingFormat'], string | undefined> = {
  SCOT_SCIS_HEADINGS: undefined,
  SCIS_HEADINGS: 'scot',
  SCOT_HEADINGS: 'scisshl',
}

/** Topics, places, periods and events. */
const chosen = new Set(['647', '648', '650', '651'])

/**
 * The headings of SCIS, of the Schools Online Thesaurus, or both. The choice is between these two: headings of other schemes
 * (Library of Congress, FAST, …) stay, and so do names, titles and genres, which the thesaurus does not have: no record
 * loses what the choice was not about.
 */
export function chooseHeadings(
  record: MarcRecord,
  { subjectHeadingFormat }: Pick<Preferences, 'subjectHeadingFormat'>,
): MarcRecord {
  const scheme = unwanted[subjectHeadingFormat]
  if (scheme === undefined) return record
  const isUnwanted = (field: DataField) =>
    chosen.has(meantTag(field)) && field.ind2 === '7' && schemeOf(field) === scheme
  // One in another script goes with its partner, and by itself only where it has none.
  const gone = record.fields.filter((field) => {
    if (!isData(field) || (field.tag === '880' && pairOf(field) !== '')) return false
    return isUnwanted(field)
  })
  return withoutFields(record, new Set(gone))
}
