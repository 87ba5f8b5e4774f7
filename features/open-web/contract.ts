import { z } from 'zod'
import { get, problems } from '#kit/contract.ts'

const Text = z.string().max(300)

export const openWebApi = {
  openRecord: get('/record/:id', {
    who: 'visitor',
    summary: 'The public page of a record; signed-in people are redirected to the whole record',
    // Other parameters are ignored: sites that pass links on add their own.
    input: z.object({ id: Text }),
    answers: 'html',
  }),
  robots: get('/robots.txt', {
    who: 'visitor',
    summary: 'What crawlers may read',
    input: z.object({}),
    answers: 'text',
  }),
  sitemap: get('/sitemap.xml', {
    who: 'visitor',
    summary: 'The index of the sitemap',
    input: z.object({}),
    answers: 'file',
    mediaTypes: ['application/xml'],
  }),
  sitemapFile: get('/sitemaps/:file', {
    who: 'visitor',
    summary: 'A file of the sitemap, such as 1.xml: at most 50,000 pages of records with their last change',
    input: z.object({ file: Text }),
    answers: 'file',
    mediaTypes: ['application/xml'],
  }),
  openSearch: get('/opensearch.xml', {
    who: 'visitor',
    summary: 'An OpenSearch description, by which a browser adds the catalogue to its search bar',
    input: z.object({}),
    answers: 'file',
    mediaTypes: ['application/opensearchdescription+xml'],
  }),
  openSearchSuggestions: get('/opensearch/suggestions', {
    who: 'visitor',
    summary: 'Titles that match the start of a search, as application/x-suggestions+json',
    input: z.object({ query: Text }),
    answers: 'file',
    mediaTypes: ['application/x-suggestions+json'],
  }),
  newRecordsFeed: get('/feeds/new.atom', {
    who: 'visitor',
    summary: 'An Atom feed of the most recently catalogued records',
    input: z.object({}),
    answers: 'file',
    mediaTypes: ['application/atom+xml'],
  }),
  collectionFeed: get('/feeds/collections/:file', {
    who: 'visitor',
    summary: 'An Atom feed of a collection, such as 1.atom: its most recently changed records',
    input: z.object({ file: Text }),
    answers: 'file',
    mediaTypes: ['application/atom+xml'],
  }),
  searchFeed: get('/feeds/searches/:file', {
    who: 'visitor',
    summary: 'An Atom feed of a saved search, at an address given to its owner',
    input: z.object({ file: Text }),
    answers: 'file',
    mediaTypes: ['application/atom+xml'],
  }),
}

export const openWebProblem = problems({
  not_here: [404, 'There is nothing at this address.'],
})
