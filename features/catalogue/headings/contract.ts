import { z } from 'zod'
import { QueryText } from '#features/catalogue/contract.ts'
import { get, getOrPost, problems } from '#kit/contract.ts'

/** A heading that an authority record refers to; `recordId` is '' if that heading has no record here. */
export const HeadingReference = z.object({ recordId: z.string(), heading: z.string() })
export type HeadingReference = z.infer<typeof HeadingReference>

export const HeadingKind = z.enum(['topic', 'place', 'genre', 'person', 'corporate body', 'meeting', 'title', 'series'])
export type HeadingKind = z.infer<typeof HeadingKind>

/** An authority heading with its references. Absent text is '', absent lists are []. */
export const HeadingSource = z.object({
  recordId: z.string(),
  heading: z.string(),
  /** See-from references (4XX): forms that are not used as headings. */
  variants: z.array(z.string()),
  kind: HeadingKind,
  isSubject: z.boolean(),
  isName: z.boolean(),
  isSeriesTitle: z.boolean(),
  /** The subject authority of the heading, as a source code (`scisshl`, `scot`, `lcsh`, …); '' for names and series. */
  topicAuthority: z.string(),
  /** The name authority of the heading (`naf`, `local`, …); '' for subjects. */
  nameAuthority: z.string(),
  /** Every subject authority that has a heading of this spelling, its own among them; [] for names and series. */
  schemes: z.array(z.string()).default([]),
  /** See-also references (5XX). */
  broader: z.array(HeadingReference),
  narrower: z.array(HeadingReference),
  related: z.array(HeadingReference),
  earlier: z.array(HeadingReference),
  later: z.array(HeadingReference),
  /** Scope and other public notes (678, 680). */
  note: z.string(),
  /** Bibliographic records of the catalogue that have this heading. */
  recordCount: z.number().int(),
})
export type HeadingSource = z.infer<typeof HeadingSource>

export const HeadingHit = z.object({ _id: z.string(), _score: z.number().nullable(), _source: HeadingSource })
export type HeadingHit = z.infer<typeof HeadingHit>

export const headingsApi = {
  /**
   * Besides words, the thesaurus asks for headings that begin with letters, `{ prefix: { heading: 'd' } }`, for a range
   * of the alphabetical order, `{ range: { heading: { gte: '0', lt: 'a' } } }`, and for the top terms, `{ term: {
   * isTopTerm: true } }`: subject headings with narrower ones and no broader one. A heading belongs to one authority
   * only.
   */
  searchHeadings: getOrPost('/rest/heading/search', {
    who: 'visitor',
    forKeys: 'search',
    summary: 'Search subject, name and series headings, with their references and how many records have them',
    input: z.strictObject({ bodybuilderquery: QueryText }),
    reply: z.object({
      hits: z.object({ total: z.number().int(), hits: z.array(HeadingHit) }),
      /** Matches of each authority, whichever was chosen. */
      aggregations: z.object({
        isSubject: z.number().int(),
        isName: z.number().int(),
        isSeriesTitle: z.number().int(),
      }),
      /** Milliseconds. */
      took: z.number().int(),
    }),
  }),
  standard: get('/rest/standard/', {
    who: 'student',
    summary:
      'A page of the subject headings: `index`, `index-<letter>`, `tree`, `tree-<recordId>` or `<recordId>`, as HTML',
    input: z.strictObject({ fileName: z.string() }),
    answers: 'html',
  }),
}

export const headingProblem = problems({
  page_not_found: [404, 'We couldn’t find this page of the subject headings.'],
  search_unavailable: [503, "We're unable to perform the search. Please try again later"],
})
