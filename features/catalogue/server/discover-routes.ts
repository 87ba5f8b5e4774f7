import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/serve.ts'
import { discoverApi } from '../discover-contract.ts'
import { admitToSearch } from './catalogue.ts'
import { recentSeries, recentTitles } from './discover.ts'
import { spellingsFor } from './spelling.ts'
import { openSuggestions } from './suggestions.ts'

export function discoverRoutes(http: FastifyInstance, app: App) {
  const { catalogue } = app
  const suggest = openSuggestions(catalogue)
  const admit = (caller: Caller | null) => admitToSearch(caller, app.clock().toISOString().slice(0, 10))
  serve(
    http,
    app,
    discoverApi,
    {
      recentFiction: async (_, { signal }) => ({ response: await recentTitles(catalogue, 'fiction', signal) }),
      recentNonFiction: async (_, { signal }) => ({ response: await recentTitles(catalogue, 'nonFiction', signal) }),
      recentSeries: async (_, { signal }) => ({ response: await recentSeries(catalogue, signal) }),
      suggest: async ({ prefix }, { signal }) => ({ response: await suggest(prefix, signal) }),
      spelling: async ({ query }, { signal }) => ({ response: await spellingsFor(catalogue, query, signal) }),
    },
    { recentFiction: admit, recentNonFiction: admit, recentSeries: admit, suggest: admit, spelling: admit },
  )
}
