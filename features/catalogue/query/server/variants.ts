import { allOf, anyOf } from './clauses.ts'
import { respelledPhrases, withoutDoubledVowels } from './joined-words.ts'
import type { Clause, SearchField } from './query.ts'
import { otherSpellings, wordGroups } from './word-groups.ts'

/** Of a longer question no two words are joined. */
const maxJoined = 12
/** A phrase of more words is a quotation. */
const maxPhrase = 4
/** Each form that a question also finds costs as much as a word of it. */
const maxForms = 128
/** Of a longer question no other titles are made. */
const maxTitleWords = 24
const maxTitles = 8

/** Equal forms by their words: `world war 2` is under `world`, as a row of words. */
export class WordVariants {
  private readonly formsOf = new Map<string, Set<string>>()
  /** By the first word of a form of several words: those forms, the longest first. */
  private readonly longer = new Map<string, string[][]>()
  /** Words of the longest form. */
  private longest = 1

  constructor(groups: readonly (readonly string[])[] = wordGroups) {
    for (const group of groups)
      for (const form of group) {
        const others = this.formsOf.get(form) ?? new Set()
        for (const other of group) if (other !== form) others.add(other)
        this.formsOf.set(form, others)
        const words = form.split(' ')
        this.longest = Math.max(this.longest, words.length)
        if (words.length === 1) continue
        const alike = [...(this.longer.get(words[0]!) ?? []), words]
        this.longer.set(
          words[0]!,
          alike.sort((one, other) => other.length - one.length),
        )
      }
  }

  /** Other forms of a folded word, each of one or more words. */
  of(word: string): string[] {
    const ofRules = [...otherSpellings(word), withoutDoubledVowels(word), word.replace(/^(\p{L}{2,})(\d+)$/u, '$1 $2')]
    return [...new Set([...(this.formsOf.get(word) ?? []), ...ofRules.filter((form) => form !== word)])]
  }

  /** Other forms of the words from `at` on that are a form of several words together. */
  at(words: string[], at: number): { length: number; forms: string[] } | undefined {
    const found = this.longer.get(words[at]!)?.find((form) => form.every((word, i) => words[at + i] === word))
    return found && { length: found.length, forms: this.of(found.join(' ')) }
  }

  /**
   * The titles that a title equals by a form of several words or by a loaded table, in folded words. Titles are indexed
   * without either, so a question that may be one is compared in each of these forms: a table needs no rebuild.
   */
  titles(title: string): string[] {
    const found = new Map([[canonical(title), title]])
    for (const each of found.values()) {
      const words = each.split(' ')
      if (words.length > maxTitleWords) continue
      for (let at = 0; at < words.length; at++)
        for (let length = 1; length <= this.longest && at + length <= words.length; length++)
          for (const form of this.formsOf.get(words.slice(at, at + length).join(' ')) ?? []) {
            if (found.size > maxTitles) return [...found.values()].slice(1)
            const other = words.toSpliced(at, length, form).join(' ')
            const key = canonical(other)
            if (!found.has(key)) found.set(key, other)
          }
    }
    return [...found.values()].slice(1)
  }
}

const canonical = (words: string) => words.split(' ').map(canonicalWord).join(' ')

export const builtInVariants = new WordVariants()

const maxKnown = 50_000
const known = new Map<string, string>()

/** The same for every form of a word: the first of its group. Titles repeat their words, so found forms are kept. */
export function canonicalWord(word: string): string {
  const before = known.get(word)
  if (before !== undefined) return before
  const forms = [word, ...builtInVariants.of(word)].filter((form) => !form.includes(' '))
  const first = forms.reduce((least, form) => (form < least ? form : least))
  if (known.size >= maxKnown) known.clear()
  known.set(word, first)
  return first
}

/**
 * The question, which also finds other forms of its words: other spellings, numbers and abbreviations, two words written
 * as one, initials with and without points. They do not count for the rank, so exact forms come first.
 */
export const withVariants = (clause: Clause, variants: WordVariants = builtInVariants): Clause =>
  withForms(clause, { variants, left: maxForms })

/** `left`: forms that may still be added. */
type Adding = { variants: WordVariants; left: number }

function withForms(clause: Clause, adding: Adding): Clause {
  const { variants } = adding
  switch (clause.kind) {
    case 'word':
      return orUnscored(clause, variants.of(clause.word), clause.fields, adding)
    case 'phrase':
      return clause.lastIsPrefix
        ? clause
        : orUnscored(clause, formsOfPhrase(clause.words, variants), clause.fields, adding)
    case 'and':
      return allOf(withoutRepeats(withNeighbours(clause.clauses, adding)))
    case 'or': {
      const typed = wordOf(clause)
      return typed
        ? orUnscored(clause, variants.of(typed.word), typed.fields, adding)
        : alternatives(
            clause.clauses.map((each) => withForms(each, adding)),
            clause.atLeast,
          )
    }
    case 'unscored':
      return { ...clause, clause: withForms(clause.clause, adding) }
    default:
      return clause
  }
}

/** Each alternative once, if one is enough. */
const alternatives = (clauses: Clause[], atLeast: number): Clause =>
  atLeast === 1 ? anyOf(withoutRepeats(clauses)) : { kind: 'or', clauses, atLeast }

/** A part that comes twice finds the same records, at twice the cost. */
function withoutRepeats(clauses: Clause[]): Clause[] {
  const known = new Set<string>()
  return clauses.filter((clause) => {
    // A list of identifiers is long, and nobody repeats one.
    if (clause.kind === 'identifiers' || clause.kind === 'ids' || clause.kind === 'values') return true
    const key = JSON.stringify(clause)
    if (known.has(key)) return false
    known.add(key)
    return true
  })
}

function formsOfPhrase(words: string[], variants: WordVariants): string[] {
  const isQuotation = words.length > maxPhrase && !words.every(isLetter)
  const forms = isQuotation ? [] : [words.join(''), ...variants.of(words.join(' '))]
  return [...new Set([...forms, ...respelledPhrases(words).map((phrase) => phrase.join(' '))])]
}

/** Words side by side may be one word, or together another form of one. */
function withNeighbours(clauses: Clause[], adding: Adding): Clause[] {
  const { variants } = adding
  const more = clauses.map(() => new Set<string>())
  for (const [from, to] of runsOf(clauses)) {
    const words = clauses.slice(from, to).map((clause) => wordOf(clause)!.word)
    const add = (at: number, length: number, forms: string[]) => {
      for (let i = 0; i < length; i++) for (const form of forms) more[from + at + i]!.add(form)
    }
    words.forEach((word, at) => {
      const known = variants.at(words, at)
      if (known) add(at, known.length, known.forms)
      if (words.length > maxJoined) return
      const letters = isLetter(word) ? words.slice(at).findIndex((each) => !isLetter(each)) : 0
      const initials = letters < 0 ? words.length - at : letters
      if (initials > 1 && (at === 0 || !isLetter(words[at - 1]!)))
        add(at, initials, [words.slice(at, at + initials).join('')])
      else if (initials <= 1 && at + 1 < words.length) add(at, 2, [word + words[at + 1]!])
    })
  }
  return clauses.map((clause, at) => {
    const typed = wordOf(clause)
    return typed
      ? orUnscored(clause, [...new Set([...variants.of(typed.word), ...more[at]!])], typed.fields, adding)
      : withForms(clause, adding)
  })
}

/** From and to of each run of words that are searched in the same fields. */
function runsOf(clauses: Clause[]): [number, number][] {
  const runs: [number, number][] = []
  clauses.forEach((clause, at) => {
    const typed = wordOf(clause)
    if (!typed) return
    const last = runs.at(-1)
    if (last && last[1] === at && wordOf(clauses[at - 1]!)?.fields.join() === typed.fields.join()) last[1]++
    else runs.push([at, at + 1])
  })
  return runs
}

/** The word that was typed, beside its other spellings; a number is searched among the identifiers, too. */
function wordOf(clause: Clause): Extract<Clause, { kind: 'word' }> | undefined {
  if (clause.kind === 'word') return clause
  if (clause.kind !== 'or' || clause.atLeast !== 1) return undefined
  const [word, ...others] = clause.clauses
  return word?.kind === 'word' && others.every(({ kind }) => kind === 'identifiers' || kind === 'unscored')
    ? word
    : undefined
}

function orUnscored(clause: Clause, found: string[], searched: SearchField[], adding: Adding): Clause {
  const fields = searched.filter((field) => field !== 'identifier')
  const forms = fields.length === 0 ? [] : found.slice(0, adding.left)
  adding.left -= forms.length
  if (forms.length === 0) return clause
  const others = forms.map((form): Clause => {
    const words = form.split(' ')
    const clauseOf: Clause =
      words.length === 1 ? { kind: 'word', word: form, fields } : { kind: 'phrase', words, fields, lastIsPrefix: false }
    return { kind: 'unscored', clause: clauseOf }
  })
  return anyOf([...(clause.kind === 'or' ? clause.clauses : [clause]), ...others])
}

const isLetter = (word: string): boolean => /^\p{L}$/u.test(word)
