import { z } from 'zod'
import { get } from '#kit/contract.ts'
import { Hit } from '../contract.ts'
import { maxTermLength } from '../rules.ts'

const Titles = z.object({ response: z.array(Hit) })
const SuggestedTitle = z.object({ id: z.string(), title: z.string(), responsibility: z.string() })

/** Entry points to the catalogue: new records, corrected spellings, suggestions while typing. */
export const discoverApi = {
  recentFiction: get('/rest/discover/recent/fiction', {
    who: 'visitor',
    forKeys: 'search',
    summary: 'The twenty fiction records catalogued last',
    reply: Titles,
  }),
  recentNonFiction: get('/rest/discover/recent/non-fiction', {
    who: 'visitor',
    forKeys: 'search',
    summary: 'The twenty non-fiction records catalogued last',
    reply: Titles,
  }),
  recentSeries: get('/rest/discover/recent/series', {
    who: 'visitor',
    summary: 'Series that have grown lately',
    reply: z.object({ response: z.array(z.string()) }),
  }),
  suggest: get('/rest/catalogue/suggest', {
    who: 'visitor',
    forKeys: 'search',
    summary: 'What a search that is being typed may become; the record, where it is a number of exactly one',
    input: z.strictObject({ prefix: z.string().min(1).max(maxTermLength) }),
    reply: z.object({
      response: z.object({
        titles: z.array(SuggestedTitle),
        authors: z.array(z.string()),
        headings: z.array(z.string()),
        series: z.array(z.string()),
        record: SuggestedTitle.nullable(),
      }),
    }),
  }),
  spelling: get('/rest/catalogue/spelling', {
    who: 'visitor',
    forKeys: 'search',
    summary: 'Searches that a misspelt one was probably meant to be, each with what it finds',
    input: z.strictObject({ query: z.string().max(maxTermLength) }),
    reply: z.object({ response: z.array(z.object({ query: z.string(), total: z.number().int() })) }),
  }),
}
