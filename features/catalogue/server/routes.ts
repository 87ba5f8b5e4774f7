import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { businessDay } from '#kit/day.ts'
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
import { searchOtherwise, widerReadings } from '../other-reading/server/other-reading.ts'
import { spellingsFor } from '../query/server/spelling-proposals.ts'
import { recordApi } from '../record/contract.ts'
import { emailRecord } from '../record/server/email-record.ts'
import { recordReports, reportRecord } from '../record/server/record-reports.ts'
import { openSearchBox } from '../search-box/server/search-box.ts'
import { shelfApi } from '../shelf/contract.ts'
import { openShelf } from '../shelf/server/shelf.ts'
import { authoriseSearch, showRecord, timeSearch } from './catalogue.ts'
import { oncePerState } from './once-per-state.ts'
import { limitVisitor } from './visitor-depth.ts'

export function catalogueRoutes(http: FastifyInstance, app: App) {
  // Opened once: it draws each cover once, however many callers ask for it at the same time.
  const covers = openCovers(app.files, app.catalogue)
  const today = () => businessDay(app.clock)
  const handlers: Handlers<typeof catalogueApi> = {
    search: async ({ bodybuilderquery, otherwise }, { caller, request, signal }) => {
      const asking = {
        ...{ caller, today: today(), signal, ...limitVisitor(app, caller, request) },
        defaultSize: app.env.searchResultsPerPage,
        otherwise: otherwise !== undefined,
      }
      return timeSearch(
        app.metrics,
        signal,
        () => searchOtherwise(app.catalogue, bodybuilderquery, asking),
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
    search: authoriseSearch,
  })
  const cite: Handlers<typeof citationsApi> = {
    citations: (input, { caller, request, reply, signal }) =>
      citeRecords(app, input, { caller, request, reply, signal }),
  }
  serve(http, app, citationsApi, cite, { citations: authoriseSearch })
  advancedRoutes(http, app)
  discoverRoutes(http, app)
  recordRoutes(http, app)
  const shelf = openShelf(app.catalogue)
  serve(
    http,
    app,
    shelfApi,
    { shelf: async (input, { signal }) => ({ response: await shelf(input, signal) }) },
    { shelf: authoriseSearch },
  )
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
  const suggest = openSearchBox(app)
  serve(
    http,
    app,
    discoverApi,
    {
      recentFiction: async () => ({ response: await fiction() }),
      recentNonFiction: async () => ({ response: await nonFiction() }),
      recentSeries: async () => ({ response: await series() }),
      suggest: async ({ prefix }, { signal }) => ({ response: await suggest(prefix, signal) }),
      spelling: async ({ query }, { caller, signal }) => ({
        response: await spellingsFor(catalogue, query, { caller, signal }),
      }),
      readings: async ({ query }, { caller, signal }) => ({
        response: await widerReadings(catalogue, query, { caller, signal }),
      }),
    },
    {
      recentFiction: authoriseSearch,
      recentNonFiction: authoriseSearch,
      recentSeries: authoriseSearch,
      suggest: authoriseSearch,
      spelling: authoriseSearch,
      readings: authoriseSearch,
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

/** The same for everyone until the program changes: browsers cache it for a day, then revalidate by ETag. */
function sendCountries(request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'public, max-age=86400')
  if (clientHas(request, reply, etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}
