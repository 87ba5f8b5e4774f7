import { fold } from '#kit/fold.ts'
import { type ItemType, itemTypes } from '#marc/crosswalk/item-types.ts'
import { languageNames } from '#marc/crosswalk/languages.ts'
import type { Reading } from '../../contract.ts'
import { ageOfFoundation, type Years, yearsOfAudience } from '../../filters/rules.ts'
import { isFunctionWord } from './typed-words.ts'

/** Facet values that words of a search ask for beside its subject. */
export type Limit = {
  field: Reading['filters'][number]['field']
  isMeant: (value: string) => boolean
  /** A category of types, chosen as a whole. */
  category?: readonly ItemType[]
  /** Places of its words. */
  at: readonly number[]
  /** Whether its words hardly name a subject: those of `war for children` don’t, those of `children in war` may. */
  isCertain: boolean
  /** `for children`, `on dvd`. */
  isIntroduced: boolean
}

/** `rest`: the other words. `series`: the place in it, `3` of `narnia book 3`. */
export type TypedLimits = { limits: Limit[]; rest: string[]; series?: number }

const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const number = `(\\d{1,2}|${numbers.join('|')})`
const numberOf = (written: string) => numbers.indexOf(written) + 1 || Number(written)
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

/** Matches whole folded words, with the words that lead to them: `for kids`, `in french`. */
const phrase = (words: string) =>
  new RegExp(
    `(?<![^ ])((?:for|in|on|at|suitable for|written in|translated into) (?:an? |the |my )?)?(?:${words})(?![^ ])`,
    'g',
  )

/** Whether its words name a subject as often (`map`), or may by their place. */
type Naming = 'limit' | 'subject' | 'byPlace'
type Meaning = Pick<Limit, 'field' | 'isMeant' | 'category'>
type Rule = { words: RegExp; naming: Naming; meaning: (...groups: (string | undefined)[]) => Meaning }

const ofTypes = (words: string, types: readonly ItemType[], naming: Naming = 'limit'): Rule => ({
  words: phrase(words),
  naming,
  meaning: () => ({ field: 'scisType', isMeant: (value) => types.some((type) => type === value) }),
})
const ofCategory = (words: string, category: readonly ItemType[]): Rule => {
  const { meaning, ...rule } = ofTypes(words, category)
  return { ...rule, meaning: () => ({ ...meaning(), category }) }
}
const asSubject = (words: string, ...types: ItemType[]) => ofTypes(words, types, 'subject')
const ofGenre = (words: string, genre: RegExp): Rule => ({
  words: phrase(words),
  naming: 'limit',
  meaning: () => ({ field: 'genreScis', isMeant: (value) => genre.test(value) }),
})
const book = '(?: books?| editions?)?'

/** The first that fit take their words, so longer names come before their parts. */
const types: Rule[] = [
  ofTypes('audio[- ]?books?|talking books?|books? on (?:cd|tape)', ['Audiobook', 'E-audiobook']),
  ofTypes(`large[- ]?(?:print|type)${book}`, ['Large print book']),
  ofTypes(`braille${book}`, ['Braille book']),
  ofTypes('graphic novels?|comic books?|comics?|manga', ['Graphic novel']),
  ofTypes('e[- ]?books?', ['E-book']),
  ofTypes('dvds?', ['DVD']),
  ofTypes('blu[- ]?rays?', ['Blu-ray']),
  ofCategory('videos?|films?|movies?', itemTypes.Video),
  ofTypes('newspapers?', ['Newspaper']),
  ofCategory('magazines?|journals?|periodicals?|serials?', itemTypes.Serials),
  ofTypes('sheet music|(?:music )?scores?', ['Music score']),
  ofCategory('(?:music |audio )?cds?', itemTypes.Audio),
  asSubject('recordings?|songs?', 'Music recording', 'Sound recording'),
  asSubject('websites?|online resources?', 'Online resource'),
  asSubject('maps?', 'Map'),
  asSubject('(?:board )?games?|jigsaws?', 'Game'),
  asSubject('kits?', 'Kit'),
  asSubject('posters?|photo(?:graph)?s?', 'Picture'),
  ofGenre('picture ?books?', /picture ?books?/i),
  ofGenre('board books?', /board books?/i),
  ofCategory('(?:chapter |story|big |easy )?books?|novels?', itemTypes.Books),
]

/** As people type an audience: the school years that they mean. */
const typedStages: [words: string, years: Years][] = [
  ['(?:pre[- ]?school(?:ers?)?|early childhood|toddlers?|bab(?:y|ies))', [-1, -1]],
  ['(?:kindergarten|kindy|kinder|(?<=for )(?:prep|foundation|reception))', [0, 0]],
  ['(?:lower|junior|early) primary', [1, 2]],
  ['(?:middle|mid) primary', [3, 4]],
  ['(?:upper|senior) primary', [5, 6]],
  ['(?:lower|junior) (?:secondary|high)|middle school', [7, 9]],
  ['(?:upper|senior) (?:secondary|high)', [11, 12]],
  ['primary|elementary', [0, 6]],
  ['secondary|high school|young adults?|ya|teen(?:s|age|agers?)?|adolescents?', [8, 12]],
  ['tweens?', [5, 7]],
  ['(?:young |little |small |school )?(?:kids?|child(?:ren)?s?|juniors?|beginners?)', [-1, 6]],
  ['adults?|grown[- ]ups?|teachers?', [14, 20]],
]

const upTo = '(?: ?(?:-|to|and) ?'
const students = '(?: (?:students?|kids|children|pupils|class(?:es)?|level))?'
const yearsTyped = `(?:school )?(?:years?|yrs?|grades?|class) ?${number}s?${upTo}${number})?${students}`
const agesTyped = `(?:ages?|aged) ?${number}${upTo}${number}| ?\\+| and (?:up|over))?`
const yearsOld = `${number}${upTo}${number})?[- ]?(?:years?|yrs?)[- ]olds?`

const ofYears = (words: string, step = 0): Rule => ({
  words: phrase(words),
  naming: 'limit',
  meaning: (from, to) => meantFor([numberOf(from!) - step, numberOf(to ?? from!) - step]),
})

/** Audiences that have at least half of their years, or half of the typed ones, in common with these. */
function meantFor([from, to]: Years): Meaning {
  return {
    field: 'targetAudienceText',
    isMeant: (audience) => {
      const years = yearsOfAudience(audience)
      if (!years) return false
      const common = Math.min(years[1], to) - Math.max(years[0], from) + 1
      return common * 2 >= Math.min(years[1] - years[0], to - from) + 1
    },
  }
}

/** A language's name without its qualifier: `greek` of `Greek, Modern (1453- )`. */
const languageOf = (name: string) =>
  fold(name)
    .replace(/[,(].*$/, '')
    .trim()
const otherNames = new Map([
  ['te reo', 'maori'],
  ['te reo maori', 'maori'],
  ['mandarin', 'chinese'],
  ['cantonese', 'chinese'],
  ['farsi', 'persian'],
  ['gaelic', 'scottish gaelic'],
])
/** Also English words. */
const ambiguous = new Set(['creek', 'fang', 'moore', 'romance'])
const languages = [...new Set([...otherNames.keys(), ...languageNames().map(languageOf)])]
  .filter((name) => /^[a-z ]{4,}$/.test(name) && !ambiguous.has(name))
  .sort((a, b) => b.length - a.length)
const ofLanguage: Rule = {
  words: phrase(`(${languages.join('|')})(?: (?:language|edition|version|translation))?`),
  naming: 'byPlace',
  meaning: (name) => ({
    field: 'language',
    isMeant: (value) => languageOf(value) === (otherNames.get(name!) ?? name),
  }),
}

const rules: Rule[] = [
  ofYears(yearsTyped),
  ofYears(agesTyped, ageOfFoundation),
  ofYears(yearsOld, ageOfFoundation),
  ...types,
  ...typedStages.map(
    ([words, years]): Rule => ({
      words: phrase(`(?:${words})(?: school)?${students}`),
      naming: 'byPlace',
      meaning: () => meantFor(years),
    }),
  ),
  ofLanguage,
]

const inSeries = phrase(`(?:books?|bk|vol(?:ume)?|no|nr|number|part|episode) ?(\\d{1,3}|${numbers.join('|')})`)
const ordinalInSeries = phrase(
  `(?:the )?(\\d{1,3}(?=st|nd|rd|th)|${ordinals.join('|')})(?:st|nd|rd|th)? (?:book|volume|part)`,
)

/** Finds words that name a type, audience, year level, language or a place in a series. */
export function readLimits(words: string[]): TypedLimits {
  const tokens = new Tokens(words)
  const series = readSeries(tokens)
  const limits = new Map<Limit['field'], Limit>()
  for (const { words: pattern, naming, meaning } of rules) {
    const found = tokens.find(pattern, naming)
    if (!found) continue
    const { groups, ...place } = found
    const limit = { ...meaning(...groups), ...place }
    const known = limits.get(limit.field)
    if (known && !limit.isCertain) continue
    tokens.take(limit)
    if (known?.isCertain) continue
    if (known) tokens.giveBack(known)
    limits.set(limit.field, limit)
  }
  return { limits: [...limits.values()], rest: tokens.left(), ...(series !== undefined && { series }) }
}

/** The words without those of these limits. */
export const wordsBeside = (words: string[], limits: readonly Limit[]): string[] =>
  words.filter((_, i) => !limits.some(({ at }) => at.includes(i)))

function readSeries(tokens: Tokens): number | undefined {
  const numbered = tokens.find(inSeries, 'limit')
  const found = numbered ?? tokens.find(ordinalInSeries, 'limit')
  if (!found) return undefined
  tokens.take(found)
  const [written = ''] = found.groups
  return numbered ? numberOf(written) : ordinals.indexOf(written) + 1 || Number(written)
}

type Place = Pick<Limit, 'at' | 'isCertain' | 'isIntroduced'>
type FoundPhrase = Place & { groups: (string | undefined)[] }

/** In place of a word that has been read. */
const taken = '_'
const leadIn = '-'

/** The words of a search, folded, of which phrases are taken. */
class Tokens {
  private readonly words: string[]
  private readonly folded: string[]
  private readonly now: string[]

  constructor(words: string[]) {
    this.words = words
    this.folded = words.map((word) => fold(word).replace(/[^\p{L}\p{N}+-]/gu, '') || leadIn)
    this.now = [...this.folded]
  }

  /** Of several places, the first where the words surely name a limit. */
  find(pattern: RegExp, naming: Naming): FoundPhrase | undefined {
    const text = this.now.join(' ')
    const places = [...text.matchAll(pattern)].map((found): FoundPhrase => {
      const [whole, lead, ...groups] = found
      const from = text.slice(0, found.index).split(' ').length - 1
      const at = whole.split(' ').map((_, i) => from + i)
      const isIntroduced = lead !== undefined
      const isCertain = naming === 'limit' || (naming === 'byPlace' && (isIntroduced || this.standsAlone(whole, at)))
      return { at, groups, isIntroduced, isCertain }
    })
    return places.find(({ isCertain }) => isCertain) ?? places[0]
  }

  take({ at, isIntroduced }: Place) {
    for (const i of at) this.now[i] = isIntroduced && i === at[0] ? leadIn : taken
  }
  giveBack({ at }: Place) {
    for (const i of at) this.now[i] = this.folded[i]!
  }
  left = () => this.words.filter((_, i) => this.now[i] === this.folded[i])

  /** Before another limit (`kids books`), at the end after a word (`vampires young adult`), or named as an edition. */
  private standsAlone(whole: string, at: number[]) {
    const [before, after] = [this.now[at[0]! - 1], this.now[at.at(-1)! + 1]]
    if (after === taken || / (?:language|edition|version|translation)$/.test(whole)) return true
    return after === undefined && before !== undefined && !isFunctionWord(before)
  }
}
