import { number } from '../iso2709/iso2709-directory.ts'
import type { Preferences } from './preferences.ts'

/**
 * Whether a record leaves with these preferences as it is, judged by its bytes, which must be clean (clean-record.ts).
 * True is certain; false means that only the steps themselves can tell. Most schools keep the default preferences, by
 * which few records change, and this takes a hundredth of the time of reading one.
 */
export function isAsWanted(
  bytes: Uint8Array,
  { deweyPref, deweyHoldingPref, isbnFormat, subjectHeadingFormat }: Preferences,
): boolean {
  if (deweyPref !== 'FULL_DDC' || deweyHoldingPref !== 'SCIS_DEFAULT') return false
  if (isbnFormat !== 'ISBN' || subjectHeadingFormat !== 'SCOT_SCIS_HEADINGS') return false
  const base = number(bytes, 12, 5)
  for (let entry = 24; entry < base - 1; entry += 12) {
    const tag = number(bytes, entry, 3)
    if (tag !== 82 && tag !== 83) continue
    const start = base + number(bytes, entry + 7, 5)
    if (bytes[start] === abridged || mayHaveMark(bytes, start, start + number(bytes, entry + 3, 4))) return false
  }
  return true
}

/** The first indicator of a number that the full one replaces. */
const abridged = 0x31

/** A prime mark: `/`, `'`, or any character beyond ASCII, of which one is a mark. */
function mayHaveMark(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === 0x2f || bytes[at] === 0x27 || bytes[at]! > 0x7f) return true
  return false
}
