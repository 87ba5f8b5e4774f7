import { fold } from '#kit/fold.ts'
import { type ItemType, itemTypes } from '#marc/crosswalk/item-types.ts'
import { languageNames } from '#marc/crosswalk/languages.ts'
import type { Reading } from '../../contract.ts'

/** Facet values that words of a search ask for beside its subject. */
export type Limit = {
  field: Reading['filters'][number]['field']
  isMeant: (value: string) => boolean
  /** A category of types, chosen as a whole. */
  category?: readonly ItemType[]
  /** A word that names a subject as often: `map`. */
  maybeSubject?: true
}

/** `rest`: the other words. `series`: the place in it, `3` of `narnia book 3`. */
export type TypedLimits = { limits: Limit[]; rest: string[]; series?: number }

const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const number = `(\\d{1,2}|${numbers.join('|')})`
const numberOf = (written: string) => numbers.indexOf(written) + 1 || Number(written)
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

/** Matches whole folded words, with the words that lead to them: `for kids`, `in french`. */
const phrase = (words: string) =>
  new RegExp(`(?<![^ ])(?:(?:for|in|on|at|suitable for) (?:an? |the )?)?(?:${words})(?![^ ])`)

type Rule = [words: RegExp, limitOf: (...groups: (string | undefined)[]) => Limit]

const ofTypes = (
  words: string,
  types: readonly ItemType[],
  more: Pick<Limit, 'category' | 'maybeSubject'> = {},
): Rule => [
  phrase(words),
  () => ({ field: 'scisType', isMeant: (value) => types.some((type) => type === value), ...more }),
]
const ofCategory = (words: string, category: readonly ItemType[]) => ofTypes(words, category, { category })
const asSubject = (words: string, ...types: ItemType[]) => ofTypes(words, types, { maybeSubject: true })
const ofGenre = (words: string, genre: RegExp): Rule => [
  phrase(words),
  () => ({ field: 'genreScis', isMeant: (value) => genre.test(value) }),
]
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
  ofCategory('cds?', itemTypes.Audio),
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

/** School years; before the first is 0, and -1 before that. */
type Years = readonly [from: number, to: number]

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
  ['(?:young )?(?:kids?|child(?:ren)?s?|juniors?|beginners?)', [-1, 6]],
  ['adults?|grown[- ]ups?|teachers?', [14, 20]],
]

/** As records name an audience, with all years that it may be right for. The first that fits a text counts. */
const recordedStages: [words: RegExp, years: Years][] = [
  [/pre-?school|early childhood/i, [-1, 0]],
  [/kindergarten|foundation|\bprep\b|reception/i, [0, 0]],
  [/(lower|junior|early) primary/i, [0, 3]],
  [/(middle|mid) primary/i, [3, 4]],
  [/(upper|senior) primary/i, [4, 6]],
  [/pre-?adolescent/i, [4, 7]],
  [/primary/i, [0, 6]],
  [/juvenile|child/i, [-1, 8]],
  [/(lower|junior) secondary|middle school/i, [7, 10]],
  [/(upper|senior) secondary/i, [10, 13]],
  [/secondary|adolescent|young adult|teen/i, [7, 13]],
  [/adult|tertiary|university/i, [14, 20]],
]

const ageOfFoundation = 5
const upTo = '(?: ?(?:-|to|and) ?'
const students = '(?: (?:students?|kids|children|pupils|class(?:es)?|level))?'
const yearsTyped = `(?:school )?(?:years?|yrs?|grades?|class) ?${number}s?${upTo}${number})?${students}`
const agesTyped = `(?:ages?|aged) ?${number}${upTo}${number}| ?\\+| and (?:up|over))?`
const yearsOld = `${number}${upTo}${number})?[- ]?(?:years?|yrs?)[- ]olds?`

const ofYears = (words: string, step = 0): Rule => [
  phrase(words),
  (from, to) => meantFor([numberOf(from!) - step, numberOf(to ?? from!) - step]),
]

function meantFor([from, to]: Years): Limit {
  return {
    field: 'targetAudienceText',
    isMeant: (audience) => {
      const years = recordedYears(audience)
      return years !== undefined && years[0] <= to && years[1] >= from
    },
  }
}

/** `Years 3-4`, `Grade 3`, `Ages 8+`, or a stage by its name. */
function recordedYears(audience: string): Years | undefined {
  const named = /\b(year|grade|class|age)[sd]? (\d{1,2})(?: ?(?:-|–|to) ?(\d{1,2})|(\+))?/i.exec(audience)
  if (!named) return recordedStages.find(([name]) => name.test(audience))?.[1]
  const step = named[1]!.toLowerCase() === 'age' ? ageOfFoundation : 0
  const from = Number(named[2]) - step
  return [from, named[4] ? from + 4 : Number(named[3] ?? named[2]) - step]
}

/** The name of a language without what tells it from its namesakes: `greek` of `Greek, Modern (1453- )`. */
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
const ofLanguage: Rule = [
  phrase(`(?:written in )?(${languages.join('|')})(?: language)?`),
  (name) => ({
    field: 'language',
    isMeant: (value) => languageOf(value) === (otherNames.get(name!) ?? name),
  }),
]

const rules: Rule[] = [
  ofYears(yearsTyped),
  ofYears(agesTyped, ageOfFoundation),
  ofYears(yearsOld, ageOfFoundation),
  ...types,
  ...typedStages.map(([words, years]): Rule => [phrase(`(?:${words})(?: school)?${students}`), () => meantFor(years)]),
  ofLanguage,
]

const inSeries = phrase(`(?:books?|bk|vol(?:ume)?|no|nr|number|part|episode) ?(\\d{1,3}|${numbers.join('|')})`)
const ordinalInSeries = phrase(
  `(?:the )?(\\d{1,3}(?=st|nd|rd|th)|${ordinals.join('|')})(?:st|nd|rd|th)? (?:book|volume|part)`,
)

/** Finds words that name a type, audience, year level, language or a place in a series. */
export function readLimits(words: string[]): TypedLimits {
  // One token for each word; `_` once it has been read.
  let tokens = words.map((word) => fold(word).replace(/[^\p{L}\p{N}+-]/gu, '') || '-')
  const take = (pattern: RegExp) => {
    const text = tokens.join(' ')
    const found = pattern.exec(text)
    if (!found) return undefined
    const at = text.slice(0, found.index).split(' ').length - 1
    tokens = [...tokens].fill('_', at, at + found[0].split(' ').length)
    return found.slice(1)
  }
  const [inDigits] = take(inSeries) ?? []
  const [ordinal] = inDigits === undefined ? (take(ordinalInSeries) ?? []) : []
  const series = inDigits ? numberOf(inDigits) : ordinal ? ordinals.indexOf(ordinal) + 1 || Number(ordinal) : undefined
  const limits = new Map<string, Limit>()
  for (const [pattern, limitOf] of rules) {
    const groups = take(pattern)
    if (!groups) continue
    const limit = limitOf(...groups)
    if (!limits.has(limit.field)) limits.set(limit.field, limit)
  }
  return {
    limits: [...limits.values()],
    rest: words.filter((_, i) => tokens[i] !== '_'),
    ...(series !== undefined && { series }),
  }
}
