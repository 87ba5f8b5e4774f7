import { allOf, anyOf } from './clauses.ts'
import { withoutDoubledVowels } from './joined-words.ts'
import type { Clause, SearchField } from './query.ts'
import { otherSpellings, wordGroups } from './word-groups.ts'

/** Of a longer question no two words are joined. */
const maxJoined = 12
/** A phrase of more words is a quotation. */
const maxPhrase = 4

/** Equal forms by their words: `world war 2` is under `world`, as a row of words. */
export class WordVariants {
  private readonly formsOf = new Map<string, Set<string>>()
  /** By the first word of a form of several words: those forms. */
  private readonly longer = new Map<string, string[][]>()

  constructor(groups: readonly (readonly string[])[] = wordGroups) {
    for (const group of groups)
      for (const form of group) {
        const others = this.formsOf.get(form) ?? new Set()
        for (const other of group) if (other !== form) others.add(other)
        this.formsOf.set(form, others)
        const words = form.split(' ')
        if (words.length > 1) this.longer.set(words[0]!, [...(this.longer.get(words[0]!) ?? []), words])
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
}

const builtIn = new WordVariants()

/** The same for every form of a word: the first of its group. */
export function canonicalWord(word: string): string {
  const forms = [word, ...builtIn.of(word)].filter((form) => !form.includes(' '))
  return forms.length === 1 ? word : forms.reduce((first, form) => (form < first ? form : first))
}

/**
 * The question, which also finds other forms of its words: other spellings, numbers and abbreviations, two words written
 * as one, initials with and without points. They do not count for the rank, so exact forms come first.
 */
export function withVariants(clause: Clause, variants: WordVariants = builtIn): Clause {
  switch (clause.kind) {
    case 'word':
      return orUnscored(clause, variants.of(clause.word), clause.fields)
    case 'phrase':
      return clause.lastIsPrefix || (clause.words.length > maxPhrase && !clause.words.every(isLetter))
        ? clause
        : orUnscored(clause, [clause.words.join('')], clause.fields)
    case 'and':
      return allOf(withNeighbours(clause.clauses, variants))
    case 'or': {
      const typed = wordOf(clause)
      return typed
        ? orUnscored(clause, variants.of(typed.word), typed.fields)
        : { ...clause, clauses: clause.clauses.map((each) => withVariants(each, variants)) }
    }
    case 'unscored':
      return { ...clause, clause: withVariants(clause.clause, variants) }
    default:
      return clause
  }
}

/** Words side by side may be one word, or together another form of one. */
function withNeighbours(clauses: Clause[], variants: WordVariants): Clause[] {
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
      ? orUnscored(clause, [...new Set([...variants.of(typed.word), ...more[at]!])], typed.fields)
      : withVariants(clause, variants)
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

/** The word that was typed; a number is searched among the identifiers, too. */
function wordOf(clause: Clause): Extract<Clause, { kind: 'word' }> | undefined {
  if (clause.kind === 'word') return clause
  if (clause.kind !== 'or' || clause.atLeast !== 1 || clause.clauses.length !== 2) return undefined
  const [word, number] = clause.clauses
  return word?.kind === 'word' && number?.kind === 'identifiers' ? word : undefined
}

function orUnscored(clause: Clause, forms: string[], searched: SearchField[]): Clause {
  const fields = searched.filter((field) => field !== 'identifier')
  if (forms.length === 0 || fields.length === 0) return clause
  const others = forms.map((form): Clause => {
    const words = form.split(' ')
    const found: Clause =
      words.length === 1 ? { kind: 'word', word: form, fields } : { kind: 'phrase', words, fields, lastIsPrefix: false }
    return { kind: 'unscored', clause: found }
  })
  return anyOf([...(clause.kind === 'or' ? clause.clauses : [clause]), ...others])
}

const isLetter = (word: string): boolean => /^\p{L}$/u.test(word)
