import type { DataField, MarcRecord, Subfield } from '../record.ts'
import { steps, tidy, trimPunctuation } from './crosswalk-steps.ts'
import type { BibliographicDocument, Maker } from './document.ts'

/** A name with a title (700 $t) made another work, which this one contains or is based on. */
export const isOfWork = (field: DataField): boolean =>
  field.subfields.some(({ code, value }) => code === 't' && value.trim() !== '')

export const isOfThis = (field: DataField): boolean => !isOfWork(field)

/** The subfields of a name, by the last two digits of its tag. In 111, $e is a part of the body. */
const codes = { '00': 'abcdq', '10': 'ab', '11': 'acdn' } as const

/** All makers of the work: fields 100 to 111, then 700 to 711 in the record's order. */
export function makersOf({ fields }: MarcRecord): Maker[] {
  const main: Maker[] = []
  const added: Maker[] = []
  for (const field of fields) {
    if ('value' in field || !/^[17](?:00|10|11)$/.test(field.tag) || isOfWork(field)) continue
    const maker = makerIn(field)
    if (maker) (maker.isMain ? main : added).push(maker)
  }
  return [...main, ...added]
}

function makerIn(field: DataField): Maker | undefined {
  const of = field.tag.slice(1) as keyof typeof codes
  const [heading] = valuesOf(field, codes[of])
  if (heading === undefined) return undefined
  const parts = field.subfields
    .filter(({ code, value }) => codes[of].includes(code) && tidy(value) !== '')
    .map(({ code, value }) => ({ code, value: tidy(value) }))
    // Older records have the dates of a person in $a.
    .flatMap((part, _, all) => (all.length === 1 && of === '00' ? partsOf(part.value) : [part]))
  return { heading, kind: kindOf(field), isMain: field.tag.startsWith('1'), parts, roles: rolesIn(field) }
}

function valuesOf(field: DataField, wanted: string): string[] {
  const found: string[] = []
  steps.isbd(field, wanted, found)
  return found
}

/** The first indicator of a person: 0 a forename, 3 a family, else a family name first. */
function kindOf({ tag, ind1 }: DataField): Maker['kind'] {
  if (tag.endsWith('10')) return 'body'
  if (tag.endsWith('11')) return 'meeting'
  return ind1 === '0' ? 'forename' : ind1 === '3' ? 'family' : 'person'
}

/** $e, in 111 and 711 $j, in words; $4 as a code or as the address of one: the last part of its path. */
function rolesIn({ tag, subfields }: DataField): string[] {
  const words = tag.endsWith('11') ? 'j' : 'e'
  const found = subfields.flatMap(({ code, value }) => {
    if (code === words) return [trimPunctuation(tidy(value)).toLowerCase()]
    return code === '4' ? [/[^/#]*$/.exec(tidy(value).replace(/[\s/#.,;:]+$/, ''))![0].toLowerCase()] : []
  })
  return [...new Set(found.filter((role) => role !== ''))]
}

type Named = Pick<BibliographicDocument, 'mainAuthor' | 'contributor'> & {
  makers?: Maker[]
}

/** A record that an earlier version loaded has only its headings, by which of its lists they are in. */
export function makersIn({ makers = [], mainAuthor, contributor }: Named): Maker[] {
  if (makers.length > 0) return makers
  const { namePersonalPrimary: person, nameCorporatePrimary: body } = mainAuthor
  const bodies = [body, ...contributor.nameCorporateOther]
  const main = [person, body]
  const others = [...contributor.namePersonalOther, ...contributor.nameCorporateOther]
  return [...new Set([...main, ...others])]
    .filter((heading) => heading !== '')
    .map((heading) => ({
      ...{ heading, kind: bodies.includes(heading) ? 'body' : 'person', isMain: main.includes(heading) },
      ...{ parts: partsOf(heading), roles: [] },
    }))
}

/** `Twain, Mark, 1835-1910` has dates, which belong in $d. */
export function partsOf(heading: string): Subfield[] {
  const [, own, dates] =
    /^(.*\D), ((?:(?:approximately|active|born|died|ca\.|fl\.|b\.|d\.) )?\d{3,4}\b.*)$/.exec(heading) ?? []
  if (!own || !dates) return [{ code: 'a', value: heading }]
  return [
    { code: 'a', value: `${own},` },
    { code: 'd', value: dates },
  ]
}
