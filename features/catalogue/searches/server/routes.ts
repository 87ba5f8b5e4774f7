import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { authoriseSearch } from '#features/catalogue/server/catalogue.ts'
import { serve } from '#kit/server/serve.ts'
import { searchesApi } from '../contract.ts'
import { changeSearch, deleteSearch, listSearches, saveSearch, seenSearch } from './searches.ts'

export const searchRoutes = (http: FastifyInstance, app: App) =>
  serve(
    http,
    app,
    searchesApi,
    {
      saveSearch: (search, { caller, signal }) => saveSearch(app, caller.userId, search, signal),
      listSearches: (_, { caller }) => listSearches(app, caller.userId),
      changeSearch: (change, { caller }) => changeSearch(app, caller.userId, change),
      seenSearch: ({ id }, { caller }) => seenSearch(app, caller.userId, id),
      deleteSearch: ({ id }, { caller }) => deleteSearch(app, caller.userId, id),
    },
    { saveSearch: authoriseSearch },
  )
