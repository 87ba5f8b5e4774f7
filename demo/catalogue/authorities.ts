import { createHash } from 'node:crypto'
import type { DataField, MarcField, MarcRecord } from '#marc/record.ts'
import { type SampleHeading, sampleHeadings } from './headings.ts'
import { type Name, nameField, splitDates } from './names.ts'
import { readTable } from './table.ts'
import { skippedInFiling } from './titles.ts'
import { readWorks, type Work } from './work.ts'

/** The sample's own code, as in its bibliographic records. */
const agency = 'SLCAT'

/** Authority records of the sample catalogue: subjects of both schemes with their references, names and series. */
export function* sampleAuthorities(): Generator<MarcRecord> {
  for (const heading of sampleHeadings()) yield subjectRecord(heading)
  const works = readWorks()
  for (const name of peopleAsSubjects(works))
    yield record('s', `scisshl ${name}`, uses.subject, 'scisshl', [personHeading(name)])
  for (const name of namesOf(works))
    yield record('n', `${name.heading} ${name.dates}`, uses.name, '', [
      nameHeading(name),
      ...seeFrom(name.heading).map((other) => nameReference(other)),
    ])
  for (const title of seriesOf(works))
    yield record('t', title, uses.series, '', [
      seriesHeading(title),
      ...seeFrom(title).map((other) => data('430', ' 0', ['a', other])),
    ])
}

/** 008/09-16: established; system of subject headings; type of series; use as main entry, subject, series. */
const uses = { subject: 'azznnbab', name: 'aznnnaab', series: 'aznabaaa' } as const

function record(letter: string, key: string, use: string, scheme: string, fields: MarcField[]): MarcRecord {
  const number = createHash('sha256').update(key).digest().readUIntBE(0, 5) % 10_000_000
  return {
    leader: '00000nz  a2200000n  4500',
    fields: [
      { tag: '001', value: `${letter}${String(number).padStart(7, '0')}` },
      { tag: '003', value: agency },
      { tag: '008', value: `260101|n ${use}           |a a|a     d` },
      data('040', '  ', ['a', agency], ['b', 'eng'], ['c', agency], ...(scheme === '' ? [] : [['f', scheme] as const])),
      ...fields,
    ],
  }
}

const data = (tag: string, indicators: string, ...parts: (readonly [string, string])[]): DataField => ({
  tag,
  ind1: indicators.charAt(0),
  ind2: indicators.charAt(1),
  subfields: parts.map(([code, value]) => ({ code, value })),
})

const endings = { topic: '50', place: '51', person: '00' } as const

function subjectRecord({ scheme, heading, kind, broader, narrower, related, seeFrom }: SampleHeading): MarcRecord {
  // References point to topics or places; people in the list have their own headings.
  const kinds = kindsOf(scheme)
  const see = (relationship: string, name: string) =>
    fieldOf(`5${endings[kinds.get(name) ?? 'topic']}`, name, relationship)
  return record('s', `${scheme} ${heading}`, uses.subject, scheme, [
    fieldOf(`1${endings[kind]}`, heading, ''),
    // A form unused in one scheme may be the other's heading.
    ...seeFrom.filter((name) => !kinds.has(name)).map((name) => fieldOf(`4${endings[kind]}`, name, '')),
    ...broader.map((name) => see('g', name)),
    ...narrower.map((name) => see('h', name)),
    ...related.map((name) => see('', name)),
  ])
}

const known = new Map<SampleHeading['scheme'], Map<string, SampleHeading['kind']>>()
function kindsOf(scheme: SampleHeading['scheme']): Map<string, SampleHeading['kind']> {
  const kinds =
    known.get(scheme) ??
    new Map(sampleHeadings().flatMap((each) => (each.scheme === scheme ? [[each.heading, each.kind]] : [])))
  known.set(scheme, kinds)
  return kinds
}

/** `Dogs - Training` has its subdivision in `$x`, as in the bibliographic records. */
function fieldOf(tag: string, heading: string, relationship: string): DataField {
  const [main = '', ...parts] = heading.split(' - ')
  const ind1 = tag.endsWith('00') ? (main.includes(', ') ? '1' : '0') : ' '
  const control = relationship === '' ? [] : [['w', relationship] as const]
  return data(tag, `${ind1} `, ...control, ['a', main], ...parts.map((part) => ['x', part] as const))
}

/** Each once, in the order of the works. */
const unique = (names: string[]): string[] => [...new Set(names)]

const peopleAsSubjects = (works: Work[]): string[] => unique(works.flatMap(({ more }) => more.get('person') ?? []))

function personHeading(name: string): DataField {
  const { heading, dates } = splitDates(name)
  const parts = dates === '' ? [['a', heading] as const] : [['a', `${heading},`] as const, ['d', dates] as const]
  return data('100', heading.includes(', ') ? '1 ' : '0 ', ...parts)
}

function namesOf(works: Work[]): Name[] {
  const names = new Map<string, Name>()
  for (const name of works.flatMap((work) => work.names)) names.set(`${name.heading} ${name.dates}`, name)
  return [...names.values()]
}

const nameHeading = (name: Name): DataField => nameField('100', { ...name, relator: '' })

/** Pseudonyms, fuller and other forms: the unused forms of a name or a series. */
const seeFrom = (wanted: string): string[] =>
  notUsed.filter(({ heading }) => heading === wanted).map(({ seeFrom }) => seeFrom)
const notUsed = readTable<'heading' | 'seeFrom'>('see-from.tsv')
const nameReference = (name: string): DataField => data('400', '1 ', ['a', name])

const seriesOf = (works: Work[]): string[] => unique(works.flatMap(({ series }) => series?.title ?? []))
const seriesHeading = (title: string): DataField => data('130', ` ${skippedInFiling(title, 'eng')}`, ['a', title])
