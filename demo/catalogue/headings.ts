import type { DataField, Subfield } from '#marc/record.ts'
import { splitDates } from './names.ts'
import { readTable } from './table.ts'

export type SampleHeading = {
  scheme: 'scisshl' | 'scot'
  heading: string
  kind: 'topic' | 'place' | 'person'
  broader: string[]
  narrower: string[]
  related: string[]
  seeFrom: string[]
}
type Row = { scisshl: string; scot: string; kind: string; broader: string; related: string; 'see from': string }
type Concept = Omit<SampleHeading, 'scheme' | 'heading'> & { scisshl: string; scot: string }

let known: Map<string, Concept> | undefined

/** Every concept by its SCISSHL heading. Narrower terms are derived from broader ones, so both always agree. */
export function concepts(): ReadonlyMap<string, Concept> {
  if (known) return known
  known = new Map(readTable<keyof Row>('headings.tsv').map((row) => [row.scisshl, conceptOf(row)]))
  for (const { scisshl, broader } of known.values())
    for (const parent of broader) known.get(parent)?.narrower.push(scisshl)
  return known
}

const list = (text: string) => (text === '' ? [] : text.split('; '))

/** An empty ScOT cell: the same words as SCISSHL; `-`: ScOT has no such heading. */
const conceptOf = (row: Row): Concept => ({
  scisshl: row.scisshl,
  scot: row.scot === '-' ? '' : row.scot || row.scisshl,
  kind: row.kind as Concept['kind'],
  broader: list(row.broader),
  narrower: [],
  related: list(row.related),
  seeFrom: list(row['see from']),
})

/** The controlled headings of both schemes, with their references. */
export function sampleHeadings(): SampleHeading[] {
  const all = concepts()
  const inScheme = (scheme: 'scisshl' | 'scot', names: string[]) =>
    names.map((name) => all.get(name)?.[scheme] ?? '').filter((name) => name !== '')
  return (['scisshl', 'scot'] as const).flatMap((scheme) =>
    [...all.values()]
      .filter((concept) => concept[scheme] !== '')
      .map((concept) => ({
        scheme,
        heading: concept[scheme],
        kind: concept.kind,
        broader: inScheme(scheme, concept.broader),
        narrower: inScheme(scheme, concept.narrower),
        related: inScheme(scheme, concept.related),
        seeFrom: concept.seeFrom,
      })),
  )
}

const tags = { topic: '650', place: '651', person: '600' } as const

/** The same subject in both schemes; in SCISSHL `$v Fiction` marks fiction about it. */
export function subjectFields(name: string, fiction: boolean): DataField[] {
  const concept = concepts().get(name)
  if (!concept) throw new Error(`not in headings.tsv: ${name}`)
  const tag = tags[concept.kind]
  const ind1 = concept.kind === 'person' ? '1' : ' '
  const field = (scheme: string, heading: string, form: Subfield[]): DataField => {
    const [main = '', ...parts] = heading.split(' - ')
    const subfields = [{ code: 'a', value: main }, ...parts.map((value) => ({ code: 'x', value })), ...form]
    return { tag, ind1, ind2: '7', subfields: [...subfields, { code: '2', value: scheme }] }
  }
  const scisshl = field('scisshl', concept.scisshl, fiction ? [{ code: 'v', value: 'Fiction' }] : [])
  return concept.scot === '' ? [scisshl] : [scisshl, field('scot', concept.scot, [])]
}

/** A real person that a work is about. Only SCISSHL has names. */
export function personField(name: string): DataField {
  const { heading, dates } = splitDates(name)
  const subfields = [{ code: 'a', value: dates ? `${heading},` : heading }]
  if (dates) subfields.push({ code: 'd', value: dates })
  subfields.push({ code: '2', value: 'scisshl' })
  return { tag: '600', ind1: heading.includes(', ') ? '1' : '0', ind2: '7', subfields }
}
