import type { CountedReading, Reading } from '../../contract.ts'
import { analyse } from '../../query/server/analysis.ts'
import type { Clause } from '../../query/server/query.ts'
import { spellingsFor } from '../../query/server/spelling-proposals.ts'
import { fitsSearch } from '../../rules.ts'
import { type Asking, allOf, conditionOf, searchOf } from '../../server/catalogue.ts'
import type { CataloguePort } from '../../server/catalogue-port.ts'
import { type Limit, readLimits, wordsBeside } from './typed-limits.ts'
import type { TypedSearch } from './typed-search.ts'
import { plainWords, withoutFunctionWords, withoutLooseEnds, withoutRequestWords } from './typed-words.ts'

/** Of a longer search, the first words are read in other ways. */
const maxWords = 16
/** Values of a facet among which the meant ones are looked for. */
const maxValues = 200
/** Values of one facet that narrow a reading, each a chip on the screen. */
const maxChosen = 6
/** A word in this many times as many records as the rarest adds little to it. */
const muchCommoner = 10

export type Needs = Pick<CataloguePort, 'counts' | 'search' | 'spellings' | 'variants'>
export type Searching = Pick<Asking, 'caller' | 'signal'>

/** The words of a search, and how they may be read. */
type Words = ReturnType<typeof readWords>

function readWords(text: string) {
  const words = plainWords(text).slice(0, maxWords)
  const { limits, rest, series } = readLimits(words)
  const subject = withoutFunctionWords(withoutLooseEnds(rest))
  return { words, limits, rest, series, subject, content: withoutFunctionWords(words) }
}

/** Other readings of one search, asked of the catalogue. Each list has only those that find something, the best first. */
export class Readings {
  private readonly catalogue: Needs
  private readonly typed: TypedSearch
  private readonly searching: Searching
  private readonly read: Words

  constructor(catalogue: Needs, typed: TypedSearch, searching: Searching) {
    this.catalogue = catalogue
    this.typed = typed
    this.searching = searching
    this.read = readWords(typed.text)
  }

  /** Those of a later kind only if no other finds anything. */
  async ofNothing(): Promise<CountedReading[]> {
    const { words, limits, rest } = this.read
    const certain = new Set(limits.flatMap(({ at, isCertain }) => (isCertain ? at : [])))
    const often = await this.totalsOf(words.map((word) => reading('fewerWords', word)))
    const unknown = words.filter((_, i) => often[i] === 0)
    const isMisspelt = words.some((_, i) => often[i] === 0 && !certain.has(i))
    const found = await firstOf([
      () => (this.typed.isNarrowed ? this.finding([reading('withoutFilters', this.typed.text)]) : []),
      // A word that the catalogue does not have is misspelt; one that it has may be, too.
      () => (isMisspelt ? this.spelled() : []),
      () => this.reworded(),
      () => (rest.length < words.length ? this.restSpelled() : []),
      () => (isMisspelt ? [] : this.spelled()),
      () => this.fewest(unknown),
    ])
    if (!this.typed.isNarrowed) return found
    const kept = await this.finding(found.map((each) => ({ ...each, keepsFilters: true })))
    return kept.length > 0 ? kept : found
  }

  /** Spellings and rewordings of a search that finds something itself, with its total. */
  async ofLittle(): Promise<{ own: number; spelled: CountedReading[]; reworded: CountedReading[] }> {
    const [own = 0] = await this.totalsOf([reading('spelling', this.typed.text)])
    return { own, spelled: await this.spelled(), reworded: await this.reworded() }
  }

  /** Number of found records with all words in the title, and with the telling words anywhere but in notes. */
  async strengthOfOwn(): Promise<{ inTitles: number; beyondNotes: number }> {
    const { words, content } = this.read
    const own = this.conditionFor(reading('spelling', this.typed.text))
    const inTitles = this.conditionFor(reading('fewerWords', `title:(${words.join(' ')})`))
    const beyondNotes = withoutNotes(this.conditionFor(reading('fewerWords', content.join(' '))))
    const totals = await this.catalogue.counts(
      [inTitles, beyondNotes].map((each) => allOf([own, each])),
      this.searching.signal,
    )
    return { inTitles: totals[0]!, beyondNotes: totals[1]! }
  }

  private conditionFor(each: Reading): Clause {
    return conditionOf(searchOf(this.searching.caller, this.typed.write(each), this.catalogue))
  }

  private totalsOf(readings: Reading[]): Promise<number[]> {
    if (readings.length === 0) return Promise.resolve([])
    return this.catalogue.counts(
      readings.map((each) => this.conditionFor(each)),
      this.searching.signal,
    )
  }

  private async finding(given: Reading[]): Promise<CountedReading[]> {
    const fitting = given.filter(({ query, filters }) => fitsSearch(query) && (query !== '' || filters.length > 0))
    const keyOf = ({ query, filters, atLeast }: Reading) => `${query} ${JSON.stringify(filters)} ${atLeast}`
    const keys = fitting.map(keyOf)
    const readings = fitting.filter((_, i) => keys.indexOf(keys[i]!) === i)
    const totals = await this.totalsOf(readings)
    return readings.map((each, i) => ({ ...each, total: totals[i]! })).filter(({ total }) => total > 0)
  }

  /** Readings in likelier spellings: as typed, unless the telling words find more. */
  private async spelled(): Promise<CountedReading[]> {
    const whole = await this.spellings(this.typed.text)
    const inner = withoutLooseEnds(this.read.rest).join(' ')
    const plain = inner === '' ? this.read.words.join(' ') : inner
    if (plain === this.typed.text) return whole
    const [first] = whole
    if (first && first.query.split(' ').length <= plain.split(' ').length) return whole
    const others = await this.spellings(plain)
    const isBetter = (others[0]?.total ?? 0) > (first?.total ?? 0)
    if (!isBetter) return whole
    const { limits, series } = this.read
    const isCategory = series === undefined && limits.every(({ category }) => category)
    const readings = isCategory ? [] : await this.narrowed(plainWords(others[0]!.query), 'spelling')
    const narrowed = await this.finding(readings.filter(isNarrower))
    return [...narrowed, ...others]
  }

  private async spellings(text: string): Promise<CountedReading[]> {
    return (await spellingsFor(this.catalogue, text, this.searching)).map(({ query, total }) => ({
      ...reading('spelling', query),
      total,
    }))
  }

  /** Readings with words taken as filters, or without the less telling ones. */
  private async reworded(): Promise<CountedReading[]> {
    const { words, content, limits, series } = this.read
    const fewer = [content, withoutRequestWords(content)]
      .filter(({ length }) => length < words.length)
      .map((left) => reading('fewerWords', left.join(' ')))
    const keepsWords = series === undefined && !limits.some(({ isCertain }) => isCertain)
    const narrowed = await this.narrowed()
    const { first = [], last = [] } = Object.groupBy(narrowed, (each) => (isNarrower(each) ? 'first' : 'last'))
    const found = await this.finding(keepsWords ? [...fewer, ...first, ...last] : [...first, ...fewer, ...last])
    return (await this.namesTitle(found))
      ? found.toSorted((a, b) => Number(isNarrower(a)) - Number(isNarrower(b)))
      : found
  }

  /** Whether a title has all the words, although some that nothing introduces could be filters. */
  private async namesTitle([first]: CountedReading[]): Promise<boolean> {
    const { words, content, limits } = this.read
    const mayBeTitle = limits.every(({ isIntroduced, category }) => !isIntroduced && !category)
    if (first?.by !== 'filters' || !mayBeTitle || content.length === words.length) return false
    const [inTitles = 0] = await this.totalsOf([reading('fewerWords', `title:(${content.join(' ')})`)])
    return inTitles > 0
  }

  /** The remaining words in their likeliest spelling. */
  private async restSpelled(): Promise<CountedReading[]> {
    const [meant] = await this.spellings(this.read.rest.join(' '))
    return meant ? this.finding([...(await this.narrowed(plainWords(meant.query), 'spelling')), meant]) : []
  }

  /** The words narrowed by filters taken from them. `rest`: those that name no limit, if spelt otherwise. */
  private async narrowed(rest?: string[], by: Reading['by'] = 'fewerWords'): Promise<Reading[]> {
    const { words, limits, series } = this.read
    if (limits.length === 0 && series === undefined) return []
    const left = rest ?? this.read.rest
    const values = await this.valuesFor(limits, textsOf(left).at(-1)!)
    const takeable = limits.filter((limit) => values.has(limit)).toSorted(leastLast)
    const certain = takeable.filter(({ isCertain }) => isCertain)
    const beside = (taken: Limit[]) => (rest || series !== undefined ? left : wordsBeside(words, taken))
    const narrowings: [taken: Limit[], left: string[]][] = [
      [certain, beside(certain)],
      [takeable, beside(takeable)],
      [takeable, left],
      ...takeable.map((limit): [Limit[], string[]] => [[limit], beside([limit])]),
      ...takeable.map((limit): [Limit[], string[]] => [[limit], left]),
      [[], left],
    ]
    return narrowings.flatMap(([taken, wordsLeft]) => {
      if (taken.length === 0 && wordsLeft !== left) return []
      const filters = taken.flatMap((limit) => values.get(limit)!)
      return readingsOfText(wordsLeft, by, series).map(
        (each): Reading => (filters.length > 0 ? { ...each, by: 'filters', filters } : each),
      )
    })
  }

  /** The values that the limits mean, of those that records with these words have. */
  private async valuesFor(limits: Limit[], text: string): Promise<Map<Limit, Reading['filters']>> {
    if (limits.length === 0) return new Map()
    const { facets } = await this.catalogue.search(
      {
        clause: this.conditionFor(reading('fewerWords', text)),
        choices: [],
        sort: [{ key: '_score', descending: true }],
        from: 0,
        size: 0,
        facets: limits.map(({ field }) => ({ name: field, field, size: maxValues, minCount: 1 })),
      },
      this.searching.signal,
    )
    const found = limits.map(({ field, isMeant, category, ...limit }, i): [Limit, Reading['filters']] => {
      const known = facets[field]!.map(({ key }) => key).filter(isMeant)
      const values: readonly string[] = category && known.length > 0 ? category : known.slice(0, maxChosen)
      return [limits[i] ?? { field, isMeant, ...limit }, values.map((value) => ({ field, value }))]
    })
    return new Map(found.filter(([, values]) => values.length > 0))
  }

  /** Records with the most telling words, then with as many as possible, each in a spelling of the catalogue. */
  private async fewest(unknown: string[]): Promise<CountedReading[]> {
    const { subject, content } = this.read
    const typedTerms = withoutRequestWords(subject.length > 0 ? subject : content)
    const near = await this.nearWords(unknown)
    const known = typedTerms.filter((word) => !unknown.includes(word))
    const terms = typedTerms.flatMap((word) => (known.includes(word) ? [word] : (near.get(word) ?? [])))
    const by = near.size > 0 ? 'spelling' : 'fewerWords'
    const query = terms.join(' ')
    const rarest = await this.rarestOf(terms)
    return this.finding([
      ...(await this.narrowed(terms, by)),
      reading(by, query),
      reading('fewerWords', known.join(' ')),
      reading(by, rarest.join(' ')),
      ...mostOf(terms.length).map((atLeast) => ({ ...reading('mostWords', query), atLeast })),
    ])
  }

  /** The likeliest word of the catalogue for each of these. */
  private async nearWords(unknown: string[]): Promise<Map<string, string>> {
    // A word that folds into several has no spelling.
    const keys = new Map(unknown.map((word) => [word, analyse(word)] as const).filter(([, { length }]) => length === 1))
    if (keys.size === 0) return new Map()
    const near = await this.catalogue.spellings([...keys.values()].flat(), {}, this.searching.signal)
    return new Map(
      [...keys].flatMap(([word, [key]]): [string, string][] =>
        (near.get(key!) ?? []).slice(0, 1).map((to) => [word, to]),
      ),
    )
  }

  /** Without the words that are far commoner than the rarest. */
  private async rarestOf(terms: string[]): Promise<string[]> {
    if (terms.length < 2) return []
    const often = await this.totalsOf(terms.map((word) => reading('fewerWords', word)))
    const least = Math.min(...often.filter((total) => total > 0))
    return terms.filter((_, i) => often[i]! > 0 && often[i]! <= least * muchCommoner)
  }
}

/** The remaining words, then with fewer and fewer of the less telling ones. */
function textsOf(words: string[]): string[] {
  const whole = withoutLooseEnds(words)
  const plainer = withoutFunctionWords(whole)
  return [whole, plainer, withoutRequestWords(plainer)].map((each) => each.join(' '))
}

const readingsOfText = (words: string[], by: Reading['by'], series: number | undefined): Reading[] =>
  textsOf(words).flatMap((text) =>
    series === undefined || text === ''
      ? [reading(by, text)]
      : [`series:(${text} ${series})`, `${text} series:${series}`, `${text} ${series}`].map((query) => ({
          ...reading('series', query),
          name: `${text} ${series}`,
        })),
  )

const isNarrower = ({ by, filters }: Reading) => by === 'series' || filters.length > 0

/** A category is the least telling limit. */
const leastLast = (a: Limit, b: Limit) => Number(a.category !== undefined) - Number(b.category !== undefined)

/** The clause without words in notes. */
function withoutNotes(clause: Clause): Clause {
  switch (clause.kind) {
    case 'word':
    case 'pattern':
    case 'phrase': {
      const fields = clause.fields.filter((field) => field !== 'notes' && field !== 'localNotes')
      return fields.length > 0 ? { ...clause, fields } : { kind: 'none' }
    }
    case 'and':
    case 'or':
      return { ...clause, clauses: clause.clauses.map(withoutNotes) }
    case 'unscored':
      return { ...clause, clause: withoutNotes(clause.clause) }
    default:
      return clause
  }
}

/** How many words may be asked for if not all: few numbers, as each costs a look at all words. */
const mostOf = (count: number): number[] =>
  [...new Set([count - 1, count - 2, Math.ceil(count / 2), 1])].filter((each) => each > 0 && each < count)

const reading = (by: Reading['by'], query: string): Reading => ({ by, query, filters: [], keepsFilters: false })

async function firstOf(ways: (() => CountedReading[] | Promise<CountedReading[]>)[]): Promise<CountedReading[]> {
  for (const way of ways) {
    const found = await way()
    if (found.length > 0) return found
  }
  return []
}
