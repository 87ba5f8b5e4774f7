import type { HeadingHit, HeadingSource } from '../contract.ts'

/** A heading with the members that a test needs. */
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
    schemes: ['scisshl'],
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
