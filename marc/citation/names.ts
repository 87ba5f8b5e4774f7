import type { CslName, Person } from './csl.ts'

const generation = /^(?:jr|sr|junior|senior|[ivx]{2,4})\.?$/i
/** Terms of address beside a whole name; `Seuss, Dr.` keeps his, since he has no other given name. */
const address =
  /^(?:sir|dame|lord|lady|dr|mrs?|ms|miss|rev|prof|professor|captain|saint|st|pope|king|queen|prince|princess|emperor|baron|baroness|earl|count|countess|duke|duchess|viscount|father|brother|sister)\b/i
const dates = /^(?:(?:approximately|active|born|died|ca?\.|b\.|d\.|fl\.)\s*\d|\d)/i

/** A name heading of MARC 100 or 700: `Tolkien, J. R. R. (John Ronald Reuel), 1892-1973`. */
export function personOf(heading: string): CslName {
  const [family = '', ...rest] = heading
    .replace(/\s*\([^)]*\)/g, '')
    .split(',')
    .map((part) => part.trim())
  const parts = rest.filter((part) => part !== '' && !dates.test(part))
  const suffix = parts.find((part) => generation.test(part)) ?? ''
  const names = parts.filter((part) => part !== suffix)
  const given = names.find((part) => !address.test(part)) ?? names.find((part) => /^(?:dr|mrs?|ms|miss)\b/i.test(part))
  if (!given) return { literal: family }
  const before = /^(?:\p{Ll}[\p{L}'’]*\s+)+(?=\p{Lu})/u.exec(family)?.[0] ?? ''
  const after = /(?:\s+\p{Ll}[\p{L}'’]*)+$/u.exec(given)?.[0] ?? ''
  return {
    family: family.slice(before.length),
    given: given.slice(0, given.length - after.length).replace(/\.{2,}$/, '.'),
    ...(suffix && { suffix }),
    ...(after && { 'dropping-particle': after.trim() }),
    ...(before && { 'non-dropping-particle': before.trim() }),
  }
}

export const bodyOf = (heading: string): CslName => ({ literal: heading.replace(/\s*\([^)]*\)\s*$/, '').trim() })

/** `de Beauvoir`: the family name as it is shown. */
export const familyOf = (person: Person): string => joined(person['non-dropping-particle'], person.family)
/** `Johann Wolfgang von`: the given names as they follow an inverted family name. */
export const givenOf = (person: Person): string => joined(person.given, person['dropping-particle'])
const joined = (...words: (string | undefined)[]) => words.filter(Boolean).join(' ')

/** `J. R. R.`, `J.-P.`; particles (`von`, `de`) and terms of address stay. */
export const initialsOf = (given: string): string =>
  given
    .split(/\s+|(?<=\.)(?=\p{L})/u)
    .filter((word) => word !== '')
    .map((word) =>
      /^\p{Ll}|^(?:Dr|Mrs?|Ms)\.?$/u.test(word)
        ? word
        : word
            .split('-')
            .map((part) => `${[...part.replace(/^[^\p{L}]+/u, '')][0] ?? ''}.`)
            .join('-'),
    )
    .join(' ')

/** `Fox, M.` */
export const familyAndInitials = (name: CslName): string =>
  'literal' in name ? name.literal : [familyOf(name), initialsOf(givenOf(name)), name.suffix].filter(Boolean).join(', ')

/** `M. Fox` */
export const initialsAndFamily = (name: CslName): string =>
  'literal' in name
    ? name.literal
    : joined(initialsOf(givenOf(name)), familyOf(name)) + (name.suffix ? `, ${name.suffix}` : '')

/** `Fox, Mem` */
export const inverted = (name: CslName): string =>
  'literal' in name ? name.literal : [familyOf(name), givenOf(name), name.suffix].filter(Boolean).join(', ')

/** `Mem Fox` */
export const direct = (name: CslName): string =>
  'literal' in name ? name.literal : joined(givenOf(name), familyOf(name), name.suffix)
