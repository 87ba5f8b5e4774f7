import { z } from 'zod'
import { get, getOrPost, post, problems } from '#kit/contract.ts'
import { fitsSearch, maxTermLength } from './rules.ts'

/** A text to search for. */
export const SearchText = z
  .string()
  .max(maxTermLength)
  .superRefine((text, { addIssue }) => {
    if (text.length <= maxTermLength && !fitsSearch(text))
      addIssue({ code: 'too_big', origin: 'string', maximum: maxTermLength, inclusive: true, input: text })
  })

/** An Elasticsearch-style query: JSON text, or by POST the object itself. Parsed by `parseSearch`, never forwarded. */
export const QueryText = z.union([z.string(), z.record(z.string(), z.unknown())])

/** The part of a bibliographic record that a search hit shows. */
export const HitSource = z.object({
  id: z.string(),
  title: z.object({ titlePrimary: z.string(), noteStmOfResponsibility: z.string() }),
  scisType: z.string(),
  isbn: z.array(z.string()),
  isbn10: z.array(z.string()),
  isbn13: z.array(z.string()),
  issn: z.array(z.string()),
  otherIdentifier: z.array(z.string()),
  dateIssued: z.string(),
  dateIssuedMarc: z.string(),
  publicationYear: z.number().int().nullable(),
  authors: z.array(z.string()),
  mainAuthor: z.object({ namePersonalPrimary: z.string(), nameCorporatePrimary: z.string() }),
  contributor: z.object({
    namePersonalOther: z.array(z.string()),
    nameCorporateOther: z.array(z.string()),
    notePerformers: z.string(),
  }),
  series: z.array(z.string()),
  genreScis: z.array(z.string()),
  subjects: z.array(z.string()),
  subjectHeadings: z.array(z.object({ heading: z.string(), scheme: z.string() })),
  targetAudienceText: z.array(z.string()),
  /** `Reading grade 3.1`, `Interest age 9-12`, `Interest grade level 4-6`. */
  readingLevel: z.array(z.string()).default([]),
  scisLearningArea: z.array(z.string()),
  placeOfPublicationMarcCountry: z.string(),
  language: z.array(z.string()),
  issuance: z.enum(['serial', 'nonSerial']),
  publisher: z.string(),
  placeOfPublication: z.string(),
  edition: z.string(),
  deweyFull: z.string(),
  deweyAbridged: z.string(),
  physical: z.string(),
  description: z.string(),
  contents: z.string(),
  url: z.array(z.object({ href: z.string(), label: z.string() })),
  /** Texts of the record that it also has in another script, with the language of that (BCP 47) or ''. */
  inScript: z.array(z.object({ of: z.string(), text: z.string(), lang: z.string() })).default([]),
  imageFileName: z.string(),
  voyagerCreateDate: z.string(),
})
export type HitSource = z.infer<typeof HitSource>

/** A field that holds words of the search, and its text around them; '' if the text is not for everyone. */
export const FoundIn = z.object({ field: z.string(), text: z.string() })
export type FoundIn = z.infer<typeof FoundIn>

export const Hit = z.object({
  _id: z.string(),
  _score: z.number().nullable(),
  _source: HitSource,
  /** Why a search found it, if its words are neither in the title nor in the author. */
  foundIn: z.array(FoundIn).optional(),
  /** In a search with one hit for each work: how many records of the work it found, and the value by which the facet `work` finds them. */
  editions: z.object({ count: z.number().int(), work: z.string() }).optional(),
})
export type Hit = z.infer<typeof Hit>

export const Bucket = z.object({
  key: z.string(),
  doc_count: z.number().int(),
  from: z.number().optional(),
  to: z.number().optional(),
})
export type Bucket = z.infer<typeof Bucket>

export const Counts = z.record(z.string(), z.object({ buckets: z.array(Bucket) }))

const Hits = z.object({
  total: z.number().int(),
  /** Works, in a search with one hit for each, up to 10,000; 10,001 if there are more. */
  works: z.number().int().optional(),
  hits: z.array(Hit),
})

/** Another reading of a search's words. */
export const Reading = z.object({
  by: z.enum(['withoutFilters', 'spelling', 'fewerWords', 'filters', 'series', 'mostWords']),
  /** As typed into the search box. */
  query: z.string(),
  /** The reading for display, if it is not `query`. */
  name: z.string().optional(),
  /** How many of the words must occur, if not all. */
  atLeast: z.number().int().optional(),
  /** Values that words of the search name. */
  filters: z.array(
    z.object({ field: z.enum(['scisType', 'targetAudienceText', 'genreScis', 'language']), value: z.string() }),
  ),
  /** Whether the search's own filters apply. */
  keepsFilters: z.boolean(),
})
export type Reading = z.infer<typeof Reading>
export const CountedReading = Reading.extend({ total: z.number().int() })
export type CountedReading = z.infer<typeof CountedReading>

/** The best other reading of a search that finds nothing or little, without its records, and further ones. */
export const OtherReading = Reading.extend({ others: z.array(CountedReading) })
export type OtherReading = z.infer<typeof OtherReading>

export const SearchReply = z.object({
  hits: Hits,
  aggregations: Counts,
  /** Milliseconds. */
  took: z.number().int(),
  /** If asked for, the best other reading of a search that finds nothing, or few records and none by its title. */
  otherwise: OtherReading.extend({ hits: Hits, aggregations: Counts }).optional(),
})
export type SearchReply = z.infer<typeof SearchReply>

const MakerKind = z.enum(['person', 'forename', 'family', 'body', 'meeting'])

/** A person, family, body or meeting that made the work, by its MARC field. */
const Maker = z.object({
  heading: z.string(),
  kind: MakerKind,
  isMain: z.boolean(),
  parts: z.array(z.object({ code: z.string(), value: z.string() })),
  /** Words and codes of MARC relators, in small letters. */
  roles: z.array(z.string()),
})

/** The book or journal that an article or a chapter is in. */
const HostItem = z.object({
  title: z.string(),
  shortTitle: z.string(),
  maker: z.string(),
  makerKind: MakerKind.optional(),
  edition: z.string(),
  imprint: z.string(),
  parts: z.array(z.string()),
  enumeration: z.string(),
  issn: z.string(),
  isbn: z.string(),
  level: z.string(),
})

/** The members that a record's own page shows. A record that was loaded long ago may lack the added ones. */
export const RecordSource = HitSource.extend({
  parallelTitles: z.array(z.string()).default([]),
  makers: z.array(Maker).default([]),
  doi: z.string().default(''),
  variantTitles: z.array(z.string()).default([]),
  notes: z.array(z.string()).default([]),
  /** `find`: a query for the work or the record that is named, or ''. */
  facts: z.array(z.object({ label: z.string(), text: z.string(), find: z.string() })).default([]),
  /** The areas that a map covers, in degrees, north and east positive; across the antimeridian `west` > `east`. */
  areas: z.array(z.object({ west: z.number(), east: z.number(), north: z.number(), south: z.number() })).default([]),
  /** Notes of one library (590 to 599), only for staff. */
  localNotes: z.array(z.string()).default([]),
  host: HostItem.nullable().default(null),
  titleInScript: z.string().default(''),
  /** MARCXML text, only for a customer with a current subscription. */
  bibMarcData: z.string().optional(),
})

export const RecordReply = z.object({
  hits: z.object({ total: z.number().int(), hits: z.array(Hit.extend({ _source: RecordSource })) }),
})

export type RecordReply = z.infer<typeof RecordReply>

const query = z.strictObject({ bodybuilderquery: QueryText })
const Numbers = z.union([z.string(), z.number(), z.array(z.string()).max(100), z.null()])

export const catalogueApi = {
  search: getOrPost('/rest/catalogue/search', {
    who: 'visitor',
    forKeys: 'search',
    summary: 'Search the catalogue: hits, exact total and facets',
    input: query.extend({ otherwise: z.literal('true').optional() }),
    reply: SearchReply,
  }),
  record: getOrPost('/rest/catalogue/record', {
    who: 'student',
    forKeys: 'search',
    tagged: true,
    summary: 'One record, with its MARC for a customer with a current subscription',
    input: query,
    reply: RecordReply,
  }),
  emailRecord: post('/rest/catalogue/record/email', {
    who: 'staff',
    summary: 'Email a record to one address, the caller’s own if none is given; at most 20 emails per user per hour',
    input: z
      .strictObject({
        bibId: z.string(),
        emailId: z.string(),
        /** Each of these three identifies the record if there is no `bibId`. */
        scisNumber: Numbers,
        isbn: Numbers,
        issn: Numbers,
        /** Ignored: the mail shows the catalogue's own record. */
        title: z.unknown(),
        subject: z.unknown(),
        publicationYear: z.unknown(),
        mainAuthor: z.unknown(),
        contributors: z.unknown(),
      })
      .partial(),
    reply: z.object({ messages: z.array(z.string()) }),
  }),
  cover: get('/covers/:imageFileName', {
    who: 'visitor',
    summary: 'A cover picture, or a typographic placeholder',
    input: z.strictObject({
      imageFileName: z.string().max(200),
      width: z.coerce.number().int().min(16).max(1200).optional(),
    }),
    answers: 'picture',
    mediaTypes: ['image/jpeg'],
  }),
}

export const catalogueProblem = problems({
  query_not_accepted: [400, 'We can’t understand this search.'],
  leading_wildcard: [400, 'A search word can’t start with a wildcard.'],
  record_not_named: [400, 'Please say which record to send.'],
  record_not_found: [404, 'We couldn’t find this record.'],
  crawler_limit: [403, 'Crawlers get the first 200 records of a search, with one filter. Please sign in for more.'],
  visitor_depth: [429, 'Please sign in to see more of this search.'],
  not_authorised: [403, 'You are not authorised to search the catalogue.'],
  catalogue_busy: [503, 'The catalogue is being loaded. Please try again when it has finished.'],
  search_unavailable: [503, "We're unable to perform the search. Please try again later"],
})
