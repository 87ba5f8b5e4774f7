import type { HeadingHit, HeadingSource } from '../contract.ts'

/** A heading of which a test says what matters to it. */
export const headingOf = (recordId: string, heading: string, more: Partial<HeadingSource> = {}): HeadingHit => ({
  _id: recordId,
  _score: 1,
  _source: {
    recordId,
    heading,
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
    recordCount: 3,
    ...more,
  },
})
