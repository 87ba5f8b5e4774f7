import type { ExportTable } from '#ui/save-table.ts'
import type { HeadingHit, HeadingReference } from '../contract.ts'

/** A page of headings for a spreadsheet, numbered from `first`. */
export const headingsCsv = (hits: HeadingHit[], first: number): ExportTable => ({
  columns: [
    'No.',
    'Heading',
    'Kind',
    'Authority',
    'Records',
    'Used for',
    'Broader',
    'Narrower',
    'Related',
    'Earlier',
    'Later',
    'Note',
    'Record number',
  ],
  rows: hits.map(({ _source: each }, i) => [
    first + i,
    each.heading,
    each.kind,
    each.topicAuthority || each.nameAuthority,
    each.recordCount,
    each.variants.join('; '),
    names(each.broader),
    names(each.narrower),
    names(each.related),
    names(each.earlier),
    names(each.later),
    each.note,
    each.recordId,
  ]),
})

const names = (references: HeadingReference[]) => references.map(({ heading }) => heading).join('; ')
