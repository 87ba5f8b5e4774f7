import { fold } from '#kit/fold.ts'
import { typedTargetOf } from '../../query/server/query-fields.ts'

/** The words of a search, without fields, operators and other signs of the query language. */
export function plainWords(query: string): string[] {
  const text = query.replace(/([\p{L}.]+):(?=\S)/gu, (written, name: string) => (typedTargetOf(name) ? ' ' : written))
  const words = text.match(/[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*[+#]*/gu) ?? []
  const terms = words.filter((word) => !/^(?:AND|OR|NOT)$/.test(word))
  return terms.length > 0 ? terms : words.map((word) => word.toLowerCase())
}

/** English words without a subject, and words with which people ask for one. */
const functionWords = new Set(
  `a an the and or but nor of in on at to for from by with without into onto about as than then that this these those it its
  is are was were be been being am do does did done has have had can could will would shall should may might must
  i me my we us our you your he him his she her they them their who whom whose which what when where why how
  if so such there here not no just only also very much many more most some any all each every other another
  s t like similar something anything everything ever want wants need needs looking find show give please called named titled others`
    .trim()
    .split(/\s+/),
)

/** Words that describe a request rather than a subject; a title may have them, too. */
const requestWords = new Set(
  `information info facts fact resource resources material materials worksheet worksheets activity activities lesson lessons
  unit topic topics project projects assignment assignments homework report research study guide help teaching learning
  school class classroom student students library best good great top favourite new latest easy simple fun free funny
  introduction beginner beginners stuff cool awesome amazing interesting popular award winning explained overview quiz
  timeline comprehension assessment task happen happened happens come comes begin began start started important series set collection edition author read reading reader readers text texts novel novels story stories`
    .trim()
    .split(/\s+/),
)

/** The words that name the subject; all words if there are no others. */
export const withoutFunctionWords = (words: string[]): string[] => without(functionWords, words)
export const withoutRequestWords = (words: string[]): string[] => without(requestWords, words)

/** Without those that led to words which are gone: `dragons` of `stories about dragons for`. */
export function withoutLooseEnds(words: string[]): string[] {
  const isContent = (word: string) => !isFunctionWord(word)
  const from = words.findIndex((word) => isContent(word) || articles.has(fold(word)))
  const to = words.findLastIndex(isContent)
  return to < 0 ? [] : words.slice(from, to + 1)
}
export const isFunctionWord = (word: string): boolean => functionWords.has(fold(word))
const articles = new Set(['a', 'an', 'the'])

function without(known: Set<string>, words: string[]): string[] {
  const others = words.filter((word) => !known.has(fold(word)))
  return others.length > 0 ? others : words
}
