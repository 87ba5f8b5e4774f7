import { trimPunctuation } from '../crosswalk/crosswalk-steps.ts'
import type { Maker } from '../crosswalk/document.ts'
import type { CslName, Person } from './csl.ts'

const generation = /^(?:jr|sr|junior|senior|[ivx]{2,4})\.?$/i
/** Terms of address beside a whole name; `Seuss, Dr.` keeps his, since he has no other given name. */
const address = new RegExp(
  `^(?:${[
    'sir|dame|lord|lady|dr|mrs?|ms|miss|rev|prof|professor|captain|sister|father|mother|brother|saint|st|blessed|prophet',
    'pope|cardinal|archbishop|bishop|abbot|abbess|patriarch|rabbi|king|queen|prince|princess|emperor|empress|tsar|czar',
    'sultan|shah|caliph|khan|pharaoh|baron|baroness|earl|count|countess|marquis|duke|duchess|archduke|viscount|consort',
    'graf|gräfin|freiherr|herzog|herzogin|könig|königin|kaiser|kaiserin|papst|heiliger?|roi|reine|pape|empereur|comte',
    'comtesse|duc|duchesse|sainte|rey|reina|papa|san|santa|santo|conde|duque|re|regina|kung|konung|drottning|kejsare',
  ].join('|')})(?!\\p{L})`,
  'iu',
)
const dates = /^(?:(?:approximately|active|born|died|ca?\.|b\.|d\.|fl\.)\s*\d|\d)/i

/** Particles of family names, before the name or after the given names; those with a capital are part of the name. */
const particle =
  "(?:von|vom|van|vander|zu|zum|zur|de|den|der|des|du|ten|ter|te|tot|op|het|'t|’t|la|le|les|las|los|da|das|do|dos|di|" +
  "del|della|delle|dello|dei|degli|dal|dalla|af|av|el|al|ibn|bin|ben|bint|y|e|i|und|en|et|d['’]|de['’]|dell['’]|l['’])"
const before = new RegExp(`^(?:${particle}\\s+)+(?=\\S)`, 'u')
const after = new RegExp(`(?<=\\S)(?:\\s+${particle})+$`, 'u')
const isParticle = (word: string) => new RegExp(`^${particle}$`, 'u').test(word)

/** The name of a maker. Its field shows whether there is a family name; commas and capitals do not. */
export function nameOf({ heading, kind, parts }: Pick<Maker, 'heading' | 'kind' | 'parts'>): CslName {
  if (kind === 'body' || kind === 'meeting') return bodyOf(heading)
  const [own, terms] = ['ab', 'c']
    .map((codes) =>
      parts
        .filter(({ code }) => codes.includes(code))
        .map(({ value }) => value)
        .join(' '),
    )
    .map(trimPunctuation) as [string, string]
  if (kind === 'family') return familyIn(own)
  return kind === 'forename' ? forenameIn(own, terms) : personIn(own, terms)
}

/** A name heading that no field explains: `Tolkien, J. R. R. (John Ronald Reuel), 1892-1973`. */
export const personOf = (heading: string): CslName => personIn(heading, '')

const piecesOf = (text: string): string[] =>
  text
    .replace(/\s*\([^)]*\)?/g, '')
    .split(',')
    .map((piece) => piece.trim())

function personIn(own: string, terms: string): CslName {
  const [family = '', ...rest] = piecesOf(own)
  const named = rest.filter((piece) => piece !== '' && !dates.test(piece))
  const others = [...named, ...piecesOf(terms)]
  const suffix = others.find((piece) => generation.test(piece)) ?? ''
  const given =
    named.find((piece) => piece !== suffix && !address.test(piece) && !epithet.test(piece)) ??
    others.find((piece) => /^(?:dr|mrs?|ms|miss)\b/i.test(piece))
  if (!given) return { literal: joined(family, others.find((piece) => epithet.test(piece)) ?? '') }
  const [dropping = ''] = after.exec(given) ?? []
  const [first = ''] = before.exec(family) ?? []
  return {
    family: family.slice(first.length),
    given: given.slice(0, given.length - dropping.length).replace(/\.{2,}$/, '.'),
    ...(suffix && { suffix }),
    ...(dropping && { 'dropping-particle': dropping.trim() }),
    ...(first && { 'non-dropping-particle': first.trim() }),
  }
}

/** `of Bingen`, `the Younger`, `de Pisan`. */
const epithet = new RegExp(`^(?:of|the|${particle})\\s+\\p{L}`, 'u')

/** `Hildegard of Bingen`, `Cato the Younger`, `Thomas Aquinas`; without titles such as `Queen of Great Britain`. */
function forenameIn(own: string, terms: string): CslName {
  const [first = '', ...rest] = piecesOf(own).filter((piece) => !dates.test(piece))
  const kept = rest.filter((piece) => piece !== '' && !address.test(piece))
  const [term = ''] = piecesOf(terms)
  const isName = !address.test(term) && !dates.test(term) && /^(?:\p{Ll}.*|\p{Lu}[\p{L}\p{M}'’ʻʼ-]*)$/u.test(term)
  return {
    literal:
      kept.reduce((whole, piece) => whole + (/^\p{Lu}/u.test(piece) ? ', ' : ' ') + piece, first) +
      (isName ? ` ${term}` : ''),
  }
}

/** `Clark family`, and `Clark (Family : 1850-1990)`. */
const familyIn = (own: string): CslName => ({
  literal: joined(
    piecesOf(own)
      .filter((piece) => piece !== '' && !dates.test(piece))
      .join(', '),
    /\(family/i.test(own) ? 'family' : '',
  ),
})

export const bodyOf = (heading: string): CslName => ({ literal: heading.replace(/\s*\([^)]*\)\s*$/, '').trim() })

/** `de Beauvoir`: the family name as it is shown. */
export const familyOf = (person: Person): string => joined(person['non-dropping-particle'], person.family)
/** `Johann Wolfgang von`: the given names as they follow an inverted family name. */
export const givenOf = (person: Person): string => joined(person.given, person['dropping-particle'])
const joined = (...words: (string | undefined)[]) =>
  words
    .filter(Boolean)
    .join(' ')
    .replace(/(?<=(?:^|\s)(?:d|l|de|dell)['’]) (?=\p{Lu})/gu, '')

/** `J. R. R.`, `J.-P.`, `b.` of bell; particles (`von`, `de`) after a name and terms of address stay. */
export const initialsOf = (given: string): string =>
  given
    .split(/\s+|(?<=\.)(?=\p{L})/u)
    .filter((word) => /\p{L}/u.test(word))
    .map((word, i) =>
      (i > 0 && isParticle(word)) || /^(?:Dr|Mrs?|Ms)\.?$/.test(word)
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

/** `MJ`: the initials without points and blanks; particles (`von`, `de`) and terms of address stay apart. */
const lettersOf = (given: string): string =>
  initialsOf(given)
    .replace(/(?<=(?:^|[\s-])\p{L})\.(?:[\s-](?=\p{L}\.))?/gu, '')
    .replace(/(?<=\p{L})\.(?=\s|$)/gu, '')

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
  /** Up to this many are all named; of more, the first `shown` and `et al.` */
  upTo?: number
  shown?: number
}

export function listed(names: CslName[], { first, others = first, and, upTo = Infinity, shown = 1 }: ListRule): string {
  const texts = names.map((name, i) => (i === 0 ? first(name) : others(name)))
  if (texts.length > upTo) return `${texts.slice(0, shown).join(', ')}, et al.`
  if (texts.length < 2) return texts.join('')
  return texts.slice(0, -1).join(', ') + (texts.length === 2 ? and[0] : and[1]) + texts.at(-1)
}
