import { z } from 'zod'
import { get } from '#kit/contract.ts'
import { CountedReading, Hit, SearchText } from '../contract.ts'

const Titles = z.object({ response: z.array(Hit) })
const SuggestedTitle = z.object({ id: z.string(), title: z.string(), responsibility: z.string() })

export const Suggested = z.object({
  titles: z.array(SuggestedTitle),
  authors: z.array(z.string()),
  headings: z.array(z.string()),
  /** The vocabularies that have those headings, by their source codes. */
  schemesOfHeadings: z.record(z.string(), z.array(z.string())).default({}),
  series: z.array(z.string()),
  record: SuggestedTitle.nullable(),
})

/** Entry points to the catalogue: new records, corrected spellings, suggestions while typing. */
export const discoverApi = {
  recentFiction: get('/rest/discover/recent/fiction', {
    who: 'visitor',
    forKeys: 'search',
    summary: 'The 20 most recently catalogued fiction records',
    reply: Titles,
  }),
  recentNonFiction: get('/rest/discover/recent/non-fiction', {
    who: 'visitor',
    forKeys: 'search',
    summary: 'The 20 most recently catalogued non-fiction records',
    reply: Titles,
  }),
  recentSeries: get('/rest/discover/recent/series', {
    who: 'visitor',
    summary: 'Series with recent additions',
    reply: z.object({ response: z.array(z.string()) }),
  }),
  suggest: get('/rest/catalogue/suggest', {
    who: 'visitor',
    forKeys: 'search',
    summary: 'Suggestions for a search being typed; the record, if it is the number of exactly one',
    input: z.strictObject({ prefix: SearchText.min(1) }),
    reply: z.object({ response: Suggested }),
  }),
  spelling: get('/rest/catalogue/spelling', {
    who: 'visitor',
    forKeys: 'search',
    summary: 'Likely corrections of a misspelt search, each with what it finds',
    input: z.strictObject({ query: SearchText }),
    reply: z.object({ response: z.array(z.object({ query: z.string(), total: z.number().int() })) }),
  }),
  readings: get('/rest/catalogue/readings', {
    who: 'visitor',
    forKeys: 'search',
    summary: 'Other readings of a search that finds little, each with what it finds: spellings, fewer words, filters',
    input: z.strictObject({ query: SearchText }),
    reply: z.object({ response: z.array(CountedReading) }),
  }),
}
