import { mapOf } from '#kit/map-of.ts'
import { MarcError } from '../marc-error.ts'
import type { DataField, MarcRecord } from '../record.ts'
import { whyNoAuthority } from '../record-kind.ts'
import { headingOf, referencesOf, variantsOf } from './authority-references.ts'
import { authorityOf } from './authority-uses.ts'
import { tidy } from './crosswalk-steps.ts'
import type { HeadingDocument } from './heading-document.ts'
import { titleSortKey } from './sort-key.ts'

/** 008/09: kinds of authority records that establish no heading. */
const withoutHeading = mapOf<string>({
  b: 'This is an untraced reference, not a heading.',
  c: 'This is a traced reference, not a heading.',
  d: 'This is a subdivision, not a heading.',
  e: 'This is a node label, not a heading.',
  g: 'This is a reference and subdivision, not a heading.',
})

/**
 * The heading of a MARC 21 authority record. `recordId` is 001, or '' if the record has none. Throws a MarcError with a
 * sentence if the record has no heading to search for.
 */
export function toHeading(record: MarcRecord): HeadingDocument {
  const noAuthority = whyNoAuthority(record)
  if (noAuthority !== undefined) throw refusal(noAuthority)
  const reason = withoutHeading.get(controlValue(record, '008')[9] ?? ' ')
  if (reason !== undefined) throw refusal(reason)
  const established = record.fields.find(
    (field): field is DataField => 'subfields' in field && field.tag[0] === '1' && headingOf(field) !== '',
  )
  if (!established) throw refusal('The record has no heading (1XX).')
  const heading = headingOf(established)
  return {
    recordId: controlValue(record, '001').trim(),
    heading,
    headingSort: titleSortKey(heading, established.tag === '130' ? established.ind2 : ' '),
    variants: variantsOf(record, heading),
    ...authorityOf(record, established),
    ...referencesOf(record),
    note: noteOf(record),
  }
}

const refusal = (sentence: string) => new MarcError('not_a_heading', sentence, 0)

/** 678: biography or history; 680: scope, alternating explanation and example. */
function noteOf({ fields }: MarcRecord): string {
  const notes: string[] = []
  for (const field of fields) {
    if ((field.tag !== '678' && field.tag !== '680') || 'value' in field) continue
    const codes = field.tag === '678' ? 'ab' : 'ia'
    const words = field.subfields.filter(({ code }) => codes.includes(code)).map(({ value }) => value)
    const note = tidy(words.join(' '))
    if (note !== '') notes.push(note)
  }
  return notes.join('\n')
}

function controlValue({ fields }: MarcRecord, tag: string): string {
  for (const field of fields) if (field.tag === tag && 'value' in field) return field.value
  return ''
}
