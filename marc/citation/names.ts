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
    .filter((word) => /\p{L}/u.test(word))
    .map((word) =>
      /^\p{Ll}|^(?:Dr|Mrs?|Ms)\.?$/u.test(word)
        ? word
        : word
            .split('-')
            .flatMap((part) => part.match(/\p{L}/u)?.map((letter) => `${letter}.`) ?? [])
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

/** `MJ`: the initials without points and blanks; particles (`von`, `de`) stay apart. */
const lettersOf = (given: string): string =>
  initialsOf(given)
    .replace(/(?<=\p{Lu})\.\s?-?(?=\p{Lu}|$)/gu, '')
    .replace(/\.(?=\s|$)/g, '')

const suffixOf = (suffix: string | undefined) => suffix?.replace(/\./g, '')

/** `Fox MJ`, `King ML Jr` */
export const familyAndLetters = (name: CslName): string =>
  'literal' in name ? name.literal : joined(familyOf(name), lettersOf(givenOf(name)), suffixOf(name.suffix))

/** `MJ Fox` */
export const lettersAndFamily = (name: CslName): string =>
  'literal' in name ? name.literal : joined(lettersOf(givenOf(name)), familyOf(name), suffixOf(name.suffix))

type ListRule = {
  first: (name: CslName) => string
  others?: (name: CslName) => string
  /** Between the last two of exactly two names, and of more. */
  and: [ofTwo: string, ofMore: string]
  /** Up to so many are all named; of more, the first `shown` and `et al.` */
  upTo?: number
  shown?: number
}

export function listed(names: CslName[], { first, others = first, and, upTo = Infinity, shown = 1 }: ListRule): string {
  const texts = names.map((name, i) => (i === 0 ? first(name) : others(name)))
  if (texts.length > upTo) return `${texts.slice(0, shown).join(', ')}, et al.`
  if (texts.length < 2) return texts.join('')
  return texts.slice(0, -1).join(', ') + (texts.length === 2 ? and[0] : and[1]) + texts.at(-1)
}
