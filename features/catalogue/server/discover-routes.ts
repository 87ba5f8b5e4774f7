import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/serve.ts'
import { discoverApi } from '../discover-contract.ts'
import { admitToSearch } from './catalogue.ts'
import { recentSeries, recentTitles } from './discover.ts'
import { oncePerState } from './once-per-state.ts'
import { spellingsFor } from './spelling.ts'
import { openSuggestions } from './suggestions.ts'

export function discoverRoutes(http: FastifyInstance, app: App) {
  const { catalogue } = app
  // Everybody's first page: without the caller's signal, since others wait for the same.
  const fiction = oncePerState(catalogue, () => recentTitles(catalogue, 'fiction'))
  const nonFiction = oncePerState(catalogue, () => recentTitles(catalogue, 'nonFiction'))
  const series = oncePerState(catalogue, () => recentSeries(catalogue))
  const suggest = openSuggestions(catalogue)
  const admit = (caller: Caller | null) => admitToSearch(caller, app.clock().toISOString().slice(0, 10))
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
    { recentFiction: admit, recentNonFiction: admit, recentSeries: admit, suggest: admit, spelling: admit },
  )
}
