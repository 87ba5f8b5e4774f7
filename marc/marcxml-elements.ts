const recordTag = /<(\/?)(?:[^\s<>/:"'=]{1,64}:)?record(?=[\s/>])/g
const marcTag = /<(?:[^\s<>/:"'=]{1,64}:)?(?:leader|controlfield|datafield)[\s>]/
/** Longer than any start of such a tag. */
const longestTagStart = 80

export type FoundElement = {
  /** Where it begins; what lies before it holds none. */
  start: number
  /** Behind its end tag; absent where more text is needed to tell. */
  end: number | undefined
  /** It holds other `record` elements (OAI, SRU), which come next. */
  isWrapper: boolean
}

/** The next `record` element in text that need not be well-formed. One without an end tag ends where the next begins. */
export function findRecordElement(text: string, isLast: boolean): FoundElement {
  const tags = text.matchAll(recordTag)
  let start = -1
  for (const { 0: tag, 1: slash, index } of tags) {
    if (start < 0) {
      if (slash === '') start = index
      continue
    }
    if (slash === '') return { start, end: index, isWrapper: !marcTag.test(text.slice(start, index)) }
    const close = text.indexOf('>', index + tag.length)
    if (close < 0) break
    return { start, end: close + 1, isWrapper: false }
  }
  if (start >= 0) return { start, end: isLast ? text.length : undefined, isWrapper: false }
  const begun = text.lastIndexOf('<')
  const mayGoOn = !isLast && begun >= 0 && text.length - begun < longestTagStart
  return { start: mayGoOn ? begun : text.length, end: undefined, isWrapper: false }
}
