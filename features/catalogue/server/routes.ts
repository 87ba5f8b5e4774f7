import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import type { Caller } from '#kit/server/caller.ts'
import { clientHas, etagOf } from '#kit/server/etag.ts'
import { type Handlers, serve } from '#kit/server/serve.ts'
import { countries } from '#marc/crosswalk/countries.ts'
import { advancedApi } from '../advanced/contract.ts'
import { openCriteria } from '../advanced/server/criteria.ts'
import { citationsApi } from '../citations/contract.ts'
import { citeRecords } from '../citations/server/citations.ts'
import { catalogueApi } from '../contract.ts'
import { openCovers } from '../covers/server/covers.ts'
import { openEnrichment } from '../covers/server/enrich.ts'
import { discoverApi } from '../discover/contract.ts'
import { recentSeries, recentTitles } from '../discover/server/discover.ts'
import { analyse } from '../query/server/analysis.ts'
import { parseSearch } from '../query/server/parse-search.ts'
import { maxValueLength } from '../query/server/read-leaf.ts'
import { recordApi } from '../record/contract.ts'
import { emailRecord } from '../record/server/email-record.ts'
import { recordReports, reportRecord } from '../record/server/record-reports.ts'
import { openSuggestions } from '../search-box/server/suggestions.ts'
import { authoriseSearch, searchCatalogue, showRecord, timeSearch } from './catalogue.ts'
import type { CataloguePort } from './catalogue-port.ts'
import { oncePerState } from './once-per-state.ts'
import { holdVisitor } from './visitor-depth.ts'

export function catalogueRoutes(http: FastifyInstance, app: App) {
  // Opened once: it draws each cover once, however many callers ask for it at the same time.
  const covers = openCovers(app.files, app.catalogue)
  const today = () => app.clock().toISOString().slice(0, 10)
  const handlers: Handlers<typeof catalogueApi> = {
    search: async ({ bodybuilderquery }, { caller, request, signal }) => {
      const asking = {
        ...{ caller, today: today(), signal, ...holdVisitor(app, caller, request) },
        defaultSize: app.env.searchResultsPerPage,
      }
      return timeSearch(
        app.metrics,
        signal,
        () => searchCatalogue(app.catalogue, bodybuilderquery, asking),
        ({ hits }) => hits.total,
      )
    },
    record: ({ bodybuilderquery }, { caller, signal }) =>
      showRecord(app.catalogue, bodybuilderquery, { caller, today: today(), signal }),
    emailRecord: (input, { caller, signal }) => emailRecord(app, caller, input, signal),
    cover: async ({ imageFileName, width }, { request, reply }) => {
      const { bytes, etag } = await covers.show(imageFileName, width)
      reply.header('cache-control', 'public, max-age=86400').type('image/jpeg')
      if (clientHas(request, reply, etag)) return reply.code(304).send()
      return reply.send(bytes)
    },
  }
  serve(http, app, catalogueApi, handlers, {
    search: (caller) => authoriseSearch(caller, today()),
  })
  const cite: Handlers<typeof citationsApi> = {
    citations: (input, { request, reply, signal }) => citeRecords(app, input, { request, reply, signal }),
  }
  serve(http, app, citationsApi, cite, { citations: (caller) => authoriseSearch(caller, today()) })
  advancedRoutes(http, app)
  discoverRoutes(http, app)
  recordRoutes(http, app)
}

function recordRoutes(http: FastifyInstance, app: App) {
  // Opened once: each has a cache.
  const libraryThing = openEnrichment(app, 'LibraryThing', app.enrichment.libraryThing)
  const syndetics = openEnrichment(app, 'Syndetics', app.enrichment.syndetics)
  serve(http, app, recordApi, {
    libraryThing: ({ isbnValue }) => libraryThing(isbnValue),
    syndetics: ({ isbnValue }) => syndetics(isbnValue),
    reportRecord: (report, { caller }) => reportRecord(app, caller, report),
    recordReports: (input) => recordReports(app, input),
  })
}

function discoverRoutes(http: FastifyInstance, app: App) {
  const { catalogue } = app
  // Shared by all callers: without the caller's signal, since others wait for the same result.
  const fiction = oncePerState(catalogue, () => recentTitles(catalogue, 'fiction'))
  const nonFiction = oncePerState(catalogue, () => recentTitles(catalogue, 'nonFiction'))
  const series = oncePerState(catalogue, () => recentSeries(catalogue))
  const suggest = openSuggestions(catalogue)
  const authorise = (caller: Caller | null) => authoriseSearch(caller, app.clock().toISOString().slice(0, 10))
  serve(
    http,
    app,
    discoverApi,
    {
      recentFiction: async () => ({ response: await fiction() }),
      recentNonFiction: async () => ({ response: await nonFiction() }),
      recentSeries: async () => ({ response: await series() }),
      suggest: async ({ prefix }, { signal }) => ({ response: await suggest(prefix, signal) }),
      spelling: async ({ query }, { signal }) => ({ response: await spellingsFor(catalogue, query, signal) }),
    },
    {
      recentFiction: authorise,
      recentNonFiction: authorise,
      recentSeries: authorise,
      suggest: authorise,
      spelling: authorise,
    },
  )
}

function advancedRoutes(http: FastifyInstance, app: App) {
  const criteria = openCriteria(app.catalogue)
  serve(http, app, advancedApi, {
    advancedCriteria: async () => ({
      response: await criteria((error) => app.log.error({ err: error }, 'lists of the advanced search')),
    }),
    countries: (_, { request, reply }) => sendCountries(request, reply),
  })
}

const text = JSON.stringify(countries)
const etag = `W/${etagOf(text)}`

/** The same for everybody until the program changes: browsers cache it for a day, then revalidate by ETag. */
function sendCountries(request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'public, max-age=86400')
  if (clientHas(request, reply, etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}

type Meant = { query: string; total: number }

const maxProposals = 3
const maxTried = 8
const maxWords = 12

/** A typed word, but not a field's name before a colon or an operator of the query language. */
const typedWord = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*(?![\p{L}\p{M}\p{N}*?:])/gu
const operators = new Set(['AND', 'OR', 'NOT'])

/** Likely corrections of a search, in the catalogue's own words: only those that find something. */
async function spellingsFor(catalogue: CataloguePort, query: string, signal?: AbortSignal): Promise<Meant[]> {
  const typed = [...query.matchAll(typedWord)].filter(([word]) => !operators.has(word))
  const folded = new Map(typed.map(([word]) => [word, analyse(word).join(' ')]))
  if (folded.size === 0 || folded.size > maxWords) return []
  const known = await catalogue.spellings([...new Set(folded.values())], signal)
  const found: Meant[] = []
  for (const proposal of proposalsFor(query, folded, known)) {
    if (proposal.length > maxValueLength) continue
    const parsed = parseSearch({
      query: { query_string: { query: proposal, default_operator: 'and', analyze_wildcard: true } },
      size: 0,
    })
    const { yearRanges: _, ...search } = parsed
    const { total } = await catalogue.search(search, signal)
    if (total > 0) found.push({ query: proposal, total })
    if (found.length === maxProposals) break
  }
  return found
}

/** First the likeliest spelling of every word; then the next likeliest of one word. */
function proposalsFor(query: string, folded: Map<string, string>, known: Map<string, string[]>): string[] {
  const spellings = new Map(
    [...folded].flatMap(([word, key]): [string, string[]][] => {
      const found = known.get(key)
      return found ? [[word, found]] : []
    }),
  )
  if (spellings.size === 0) return []
  const write = (choice: (word: string) => number) =>
    query.replace(typedWord, (word) => {
      const found = spellings.get(word)
      return found && !operators.has(word) ? asTyped(word, found[choice(word)] ?? found[0]!) : word
    })
  const next = [1, 2, 3].flatMap((rank) =>
    [...spellings.keys()].map((varied) => write((word) => (word === varied ? rank : 0))),
  )
  return [...new Set([write(() => 0), ...next])].slice(0, maxTried)
}

/** Capitalised if the typed word was. */
const asTyped = (word: string, spelling: string): string =>
  /^\p{Lu}/u.test(word) ? spelling.charAt(0).toUpperCase() + spelling.slice(1) : spelling
