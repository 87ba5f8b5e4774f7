import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { mergesApi } from '../contract.ts'
import { mergesOf, mergeWorks, undoMerge } from './merges.ts'

export const mergeRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, mergesApi, {
    merges: (input) => mergesOf(app, input),
    mergeWorks: (input, { caller }) => mergeWorks(app, caller, input),
    undoMerge: (input, { caller }) => undoMerge(app, caller, input),
  })
