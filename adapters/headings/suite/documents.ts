import type { HeadingDocument, NamedHeading } from '#marc/crosswalk/heading-document.ts'
import { titleSortKey } from '#marc/crosswalk/sort-key.ts'

/** A subject heading of SCIS from the few members that a test needs. */
export const headingOf = (recordId: string, heading: string, more: Partial<HeadingDocument> = {}): HeadingDocument => ({
  recordId,
  heading,
  headingSort: titleSortKey(heading, heading.startsWith('The ') ? '4' : ' '),
  variants: [],
  kind: 'topic',
  isSubject: true,
  isName: false,
  isSeriesTitle: false,
  topicAuthority: 'scisshl',
  nameAuthority: '',
  broader: [],
  narrower: [],
  related: [],
  earlier: [],
  later: [],
  note: '',
  ...more,
})

export const named = (...headings: string[]): NamedHeading[] => headings.map((heading) => ({ heading, number: '' }))

const series = {
  kind: 'series',
  isSubject: false,
  isSeriesTitle: true,
  topicAuthority: '',
  nameAuthority: 'local',
} as const

/** Dogs, their relations, and a name and two series. */
export const someHeadings: HeadingDocument[] = [
  headingOf('1', 'Dogs', {
    variants: ['Hounds', 'Domestic dogs'],
    broader: named('Canines'),
    related: named('Guide dogs'),
    note: 'Here are entered works on dogs as companions.',
  }),
  headingOf('2', 'Dogs -- Fiction'),
  headingOf('3', 'Canines', { variants: ['Wild dogs'], narrower: named('Wolves') }),
  headingOf('4', 'Wolves', { variants: ['Dogs, Wild', 'Grey wild dogs'] }),
  headingOf('5', 'Guide dogs', { broader: named('DOGS') }),
  headingOf('6', 'Dogs (Mythology)'),
  headingOf('7', 'Dogs', { topicAuthority: 'scot', broader: named('Canines') }),
  headingOf('8', 'The long patrol', series),
  headingOf('9', 'Redwall', { ...series, earlier: named('The long patrol') }),
  headingOf('10', 'Māori (New Zealand people)'),
  headingOf('11', '1984 (Year)'),
  headingOf('12', 'Dahl, Roald, 1916-1990', {
    kind: 'person',
    isSubject: false,
    isName: true,
    topicAuthority: '',
    nameAuthority: 'local',
  }),
]
