import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { authoriseSearch } from '#features/catalogue/server/catalogue.ts'
import { clientHas } from '#kit/server/etag.ts'
import { isCrawler } from '#kit/server/load/crawlers.ts'
import { serve } from '#kit/server/serve.ts'
import { openWebApi, openWebProblem } from '../contract.ts'
import { unlessKnown } from './conditional.ts'
import { type Feed, openFeeds } from './feeds.ts'
import { showOpenRecord } from './open-records.ts'
import { openSearchXml, robotsTxt, suggestionsFor } from './open-search.ts'
import { openSitemap } from './sitemap.ts'

type Call = { request: FastifyRequest; reply: FastifyReply }

const daily = 'public, max-age=86400'

export function openWebRoutes(http: FastifyInstance, app: App) {
  const { env, catalogue } = app
  const sitemap = openSitemap(app)
  const feeds = openFeeds(app)
  const sendFeed = (call: Call, feed: Feed | undefined, cacheControl: string) => {
    if (!feed) throw openWebProblem('not_here')
    call.reply.type('application/atom+xml; charset=utf-8')
    return unlessKnown(call, feed.xml, { changedAt: feed.changedAt, now: app.clock(), cacheControl })
  }
  const mustBeOpen = () => {
    if (!env.openRecords) throw openWebProblem('not_here')
  }
  http.addHook('onRequest', async ({ url, headers }, reply) => {
    // Links that were shared elsewhere often gain a slash.
    const record = /^(\/record\/[^/?]+)\/(?=\?|$)/.exec(url)?.[1]
    if (record) return reply.redirect(record, 301)
    const id = /^\/discover\/details\/([^/?]+)/.exec(url)?.[1]
    if (id && env.openRecords && isCrawler(headers['user-agent'])) return reply.redirect(`/record/${id}`, 301)
  })
  serve(
    http,
    app,
    openWebApi,
    {
      openRecord: ({ id }, call) => showOpenRecord(app, id, call),
      robots: (_, { reply }) => {
        reply.header('cache-control', daily)
        return robotsTxt(env)
      },
      sitemap: async (_, call) => {
        call.reply.type('application/xml; charset=utf-8')
        return unlessKnown(call, await sitemap.index(), { now: app.clock(), cacheControl: 'public, max-age=3600' })
      },
      sitemapFile: async ({ file }, { request, reply }) => {
        const number = nameIn(file, 'xml')
        const { generation } = await catalogue.stats()
        const stream = /^[1-9]\d{0,5}$/.test(number) ? await sitemap.file(Number(number)) : undefined
        if (!stream) throw openWebProblem('not_here')
        reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600')
        // It is written from one state of the catalogue, and streamed: the state names it.
        if (!clientHas(request, reply, `W/"${generation}"`)) return reply.send(stream)
        stream.destroy()
        return reply.code(304).send()
      },
      openSearch: (_, call) => {
        call.reply.type('application/opensearchdescription+xml; charset=utf-8')
        return unlessKnown(call, openSearchXml(env), { now: app.clock(), cacheControl: daily })
      },
      openSearchSuggestions: async ({ query }, { reply, signal }) => {
        reply.type('application/x-suggestions+json; charset=utf-8')
        return JSON.stringify(await suggestionsFor(catalogue, query, signal))
      },
      newRecordsFeed: async (_, call) => sendFeed(call, await feeds.newRecords(), 'public, max-age=600'),
      collectionFeed: async ({ file }, call) =>
        sendFeed(call, await feeds.ofCollection(nameIn(file, 'atom')), 'public, max-age=600'),
      // The address is its owner's alone.
      searchFeed: async ({ file }, call) =>
        sendFeed(call, await feeds.ofSearch(nameIn(file, 'atom'), call.signal), 'private, no-cache'),
    },
    {
      sitemap: mustBeOpen,
      sitemapFile: mustBeOpen,
      newRecordsFeed: mustBeOpen,
      collectionFeed: mustBeOpen,
      openSearchSuggestions: authoriseSearch,
    },
  )
}

/** `7` of `7.atom`; '' for another kind of file. */
const nameIn = (file: string, kind: string): string =>
  file.endsWith(`.${kind}`) ? file.slice(0, -kind.length - 1) : ''
