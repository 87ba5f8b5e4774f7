import { type BibliographicDocument, localNotesOf } from '#marc/crosswalk/document.ts'
import { keysOfNumber } from '#marc/identifier.ts'
import { joinedWords, respelledTexts } from './query/server/joined-words.ts'
import type { SearchField } from './query/server/query.ts'

/** The texts, and in values of their own their words as people also spell them: `mueller` for `Müller`. */
export const withRespelled = (texts: string[]): string[] => [...texts, ...respelledTexts(texts)]

/** Also the words that people write as one: `spiderman` for `Spider-man`. */
export const withJoined = (texts: string[]): string[] => {
  const joined = joinedWords(texts)
  return withRespelled(joined.length === 0 ? texts : [...texts, joined.join(' ')])
}

/** How each part of a document is searched. The weight ranks a hit in that field against the others. */
export const searchFields: Record<SearchField, { weight: number; text: (d: BibliographicDocument) => string[] }> = {
  title: { weight: 10, text: (d) => withJoined([d.title.titlePrimary, ...d.searched.titles]) },
  identifier: { weight: 10, text: () => [] },
  author: {
    weight: 5,
    text: (d) => withJoined([...d.authors, d.title.noteStmOfResponsibility, ...d.searched.authors]),
  },
  series: { weight: 5, text: (d) => withJoined([...d.series, ...d.searched.series]) },
  subject: { weight: 4, text: (d) => withJoined([...d.subjects, ...d.scisLearningArea]) },
  genre: { weight: 2, text: (d) => d.genreScis },
  notes: {
    weight: 1,
    text: (d) =>
      withRespelled([
        d.description,
        d.contents,
        d.publisher,
        ...d.targetAudienceText,
        ...(d.readingLevel ?? []),
        ...d.searched.notes,
      ]),
  },
  localNotes: { weight: 1, text: (d) => withRespelled(localNotesOf(d)) },
}

/** Every number that finds a record: ISBN, ISSN, 024, 035 and the record number. */
export const identifiersOf = (d: BibliographicDocument): string[] => [
  d.id,
  ...d.isbn13,
  ...d.isbn10,
  ...d.isbn,
  ...d.issn,
  ...d.otherIdentifier,
  ...d.searched.identifiers,
]

/** The keys by which it is found by them, each once. */
export const identifierKeysOf = (d: BibliographicDocument): string[] => [
  ...new Set(identifiersOf(d).flatMap(keysOfNumber)),
]
