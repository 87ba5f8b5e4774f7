import { type BibliographicDocument, localNotesOf } from '#marc/crosswalk/document.ts'
import { headingText } from '#marc/crosswalk/subject-schemes.ts'
import { keysOfNumber } from '#marc/identifier.ts'
import type { FoundIn } from '../contract.ts'
import { identifiersOf, withJoined, withRespelled } from '../fields.ts'
import { analyse } from '../query/server/analysis.ts'
import { fits } from '../query/server/fits-pattern.ts'
import type { Clause, SearchField } from '../query/server/query.ts'
import { beginningOf, stem } from '../query/server/stem.ts'

type Leaf = Extract<Clause, { kind: 'word' | 'pattern' | 'phrase' | 'identifiers' }>
type WordLeaf = Exclude<Leaf, { kind: 'identifiers' }>

/** Reasons beside one hit. */
const maxReasons = 2
/** Characters of a text beside a hit; a longer one is cut around the found word. */
const longest = 140
/** Words before the found one, where a text is cut. */
const before = 6

/**
 * For a page of hits: the fields that hold the words of a search which are neither in the title nor in the author that
 * the hit shows. It reads the documents of the hits alone, so it costs no further search.
 */
export function whyFound(clause: Clause): (document: BibliographicDocument) => FoundIn[] {
  const parts = partsOf(clause)
    .filter((leaves) => leaves.length > 0)
    .map((leaves) => new Part(leaves))
  if (parts.length === 0) return () => []
  return (document) => {
    const seen = shownTexts(document)
    const unseen = parts.filter(
      (part) => !seen.some((text) => part.findIn(text)) && !part.isNumber(shownNumber(document)),
    )
    if (unseen.length === 0) return []
    const others = otherTexts(document)
    const reasons = new Map<string, FoundIn>()
    for (const part of unseen) {
      const reason = reasonFor(document, part, others)
      if (reason) reasons.set(`${reason.field} ${reason.text}`, reason)
      if (reasons.size === maxReasons) break
    }
    return [...reasons.values()]
  }
}

/** Each part of a search that must hold, with the words and numbers any of which makes it hold. */
function partsOf(clause: Clause): Leaf[][] {
  if (clause.kind === 'and') return clause.clauses.flatMap(partsOf)
  if (clause.kind === 'unscored') return partsOf(clause.clause)
  return [leavesOf(clause)]
}

function leavesOf(clause: Clause): Leaf[] {
  switch (clause.kind) {
    case 'word':
    case 'pattern':
    case 'phrase':
    case 'identifiers':
      return [clause]
    case 'and':
    case 'or':
      return clause.clauses.flatMap(leavesOf)
    case 'unscored':
      return leavesOf(clause.clause)
    default:
      return []
  }
}

/** A text of a record. Most texts hold none of the words, so it is split into words only if it may. */
class Text {
  private readonly field: SearchField
  readonly label: string
  readonly shown: string
  private readonly joins: boolean
  private lower: string | undefined
  private split: string[] | undefined

  constructor(field: SearchField, label: string, shown: string) {
    this.field = field
    this.label = label
    this.shown = shown
    this.joins = field === 'title' || field === 'author' || field === 'series'
  }

  isSearchedBy = ({ fields }: WordLeaf) => fields.includes(this.field)

  /** Only if each word of the text is plain: others are folded before they are compared. */
  lacks(beginning: string): boolean {
    this.lower ??= this.joins || !/^[^&+#'`\u0080-\uffff]*$/.test(this.shown) ? '' : this.shown.toLowerCase()
    return this.lower !== '' && !this.lower.includes(beginning)
  }

  get words(): string[] {
    this.split ??= (this.joins ? withJoined : withRespelled)([this.shown]).flatMap(analyse)
    return this.split
  }
}

/** A word, pattern or phrase, as the engines understand it. */
class Matcher {
  readonly leaf: WordLeaf
  private readonly stem: string
  private readonly beginning: string

  constructor(leaf: WordLeaf) {
    this.leaf = leaf
    this.stem = leaf.kind === 'word' ? stem(leaf.word) : ''
    this.beginning =
      leaf.kind === 'word'
        ? beginningOf(this.stem)
        : leaf.kind === 'phrase'
          ? leaf.words[0]!
          : leaf.pattern.split(/[*?]/)[0]!
  }

  isIn(text: Text): boolean {
    if (!text.isSearchedBy(this.leaf) || text.lacks(this.beginning)) return false
    const { words } = text
    return words.some((_, at) => this.isAt(words, at))
  }

  isAt(words: string[], at: number): boolean {
    const { leaf } = this
    const word = words[at]!
    if (leaf.kind === 'word') return word === leaf.word || (word.startsWith(this.beginning) && stem(word) === this.stem)
    if (leaf.kind === 'pattern') return fits(word, leaf.pattern)
    const last = leaf.words.length - 1
    return leaf.words.every((each, i) =>
      i === last && leaf.lastIsPrefix ? words[at + i]?.startsWith(each) : words[at + i] === each,
    )
  }
}

class Part {
  private readonly matchers: Matcher[]
  readonly keys: ReadonlySet<string>

  constructor(leaves: Leaf[]) {
    this.matchers = leaves.flatMap((leaf) => (leaf.kind === 'identifiers' ? [] : [new Matcher(leaf)]))
    this.keys = new Set(leaves.flatMap((leaf) => (leaf.kind === 'identifiers' ? leaf.keys : [])))
  }

  findIn = (text: Text): Matcher | undefined => this.matchers.find((matcher) => matcher.isIn(text))
  isNumber = (text: string): boolean => this.keys.size > 0 && keysOfNumber(text).some((key) => this.keys.has(key))
}

const makerOf = ({ mainAuthor: { namePersonalPrimary, nameCorporatePrimary } }: BibliographicDocument) =>
  namePersonalPrimary || nameCorporatePrimary

/** A number in a hit explains itself. */
const shownNumber = ({ isbn13, isbn, issn, otherIdentifier }: BibliographicDocument) =>
  isbn13[0] ?? isbn[0] ?? issn[0] ?? otherIdentifier[0] ?? ''

function shownTexts(d: BibliographicDocument): Text[] {
  const { titlePrimary: title, noteStmOfResponsibility: responsibility } = d.title
  const beside = (of: string) => (d.inScript ?? []).filter((each) => each.of === of).map(({ text }) => text)
  return [
    ...[title, ...beside(title)].map((text) => new Text('title', '', text)),
    ...[responsibility, makerOf(d), ...beside(responsibility)].map((text) => new Text('author', '', text)),
  ]
}

/** The other texts of a record, the most telling first. */
function otherTexts(d: BibliographicDocument): Text[] {
  const of = (field: SearchField, label: string, texts: readonly string[]) =>
    texts.flatMap((text) => (text === '' ? [] : [new Text(field, label, text)]))
  return [
    ...of('title', 'Other title', [...d.variantTitles, ...d.searched.titles]),
    ...of('author', 'Contributor', [...d.authors, ...d.searched.authors]),
    ...of('series', 'Series', [...d.series, ...d.searched.series]),
    ...of('subject', 'Subject', d.subjects.map(headingText)),
    ...of('genre', 'Genre', d.genreScis),
    ...of('subject', 'Learning area', d.scisLearningArea),
    ...of('notes', 'Contents', d.contents.split(/\n| -- /)),
    ...of('notes', 'Summary', [d.description]),
    ...of('notes', 'Publisher', [d.publisher]),
    ...of('notes', 'Audience', d.targetAudienceText),
    ...of('notes', 'Note', d.notes),
    ...(d.facts ?? []).flatMap(({ label, text }) => of('notes', label, [text])),
    // Searches by others have no such field.
    ...of('localNotes', 'Local note', localNotesOf(d)),
  ]
}

function reasonFor(document: BibliographicDocument, part: Part, texts: Text[]): FoundIn | undefined {
  for (const text of texts) {
    const matcher = part.findIn(text)
    if (matcher) return { field: text.label, text: cutAround(text.shown, matcher) }
  }
  const number = part.keys.size > 0 && identifiersOf(document).find(part.isNumber)
  if (number) return { field: 'Number', text: number }
  // An earlier version left local notes among the others.
  const elsewhere = document.searched.localNotes ? document.searched.notes : []
  const isElsewhere = elsewhere.some((text) => part.findIn(new Text('notes', '', text)))
  return isElsewhere ? { field: 'Elsewhere in the record', text: '' } : undefined
}

function cutAround(text: string, matcher: Matcher): string {
  if (text.length <= longest) return text
  const words = text.split(/\s+/)
  const { leaf } = matcher
  const first =
    leaf.kind === 'phrase' ? new Matcher({ kind: 'word', word: leaf.words[0]!, fields: leaf.fields }) : matcher
  const at = words.findIndex((word) => analyse(word).some((_, i, split) => first.isAt(split, i)))
  const from = Math.max(0, at - before)
  let cut = ''
  for (const word of words.slice(from)) {
    if (cut.length + word.length >= longest) break
    cut += `${cut && ' '}${word}`
  }
  return `${from > 0 ? '… ' : ''}${cut}${text.endsWith(cut) ? '' : ' …'}`
}
