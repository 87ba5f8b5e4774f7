import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { newestOf } from '#features/catalogue/server/catalogue.ts'
import type { Input } from '#kit/contract.ts'
import { type Day, dayMs } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/serve.ts'
import { itemTypes } from '#marc/crosswalk/item-types.ts'
import { type DownloadRequest, maxIdentities } from '../../contract.ts'
import { authoriseDownloads, requestRecords } from '../../server/create-request.ts'
import { cleanName, nameOfDays } from '../../server/request-name.ts'
import { digitalContentApi, digitalContentProblem, maxDigitalDays } from '../contract.ts'

export function digitalContentRoutes(http: FastifyInstance, app: App) {
  serve(
    http,
    app,
    digitalContentApi,
    {
      createDigital: (input, { caller, signal }) => createDigital(app, caller, input, signal),
      countDigital: (days) => countDigital(app, days),
    },
    { createDigital: (caller) => authoriseDownloads(caller, app.clock) },
  )
}

type Days = { from: Day; to: Day }

/** Requests the digital content of these days. If it exceeds one request, the newest; the reply says so. */
async function createDigital(
  app: Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'metrics' | 'recall'>,
  caller: SchoolCaller,
  { from, to, bodybuilderquery, requestName, content }: Input<typeof digitalContentApi.createDigital>,
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  const hold = digitalContent({ from, to })
  const { total, ids } = await newestOf(
    app.catalogue,
    { hold, query: bodybuilderquery || undefined, most: maxIdentities, localNotes: true },
    signal,
  )
  return requestRecords(
    app,
    caller,
    {
      type: 'DIGITAL',
      name: cleanName(requestName) || nameOfDays(from, to),
      ids,
      content,
      asked: { from, to, ...(total > ids.length ? { total } : {}) },
    },
    signal,
  )
}

async function countDigital(
  { catalogue }: Pick<App, 'catalogue'>,
  days: Days,
): Promise<{ response: { count: number } }> {
  const [count = 0] = await catalogue.counts([{ kind: 'and', clauses: digitalContent(days) }])
  return { response: { count } }
}

/** Records of the category Digital that were catalogued on one of these days, both included. */
function digitalContent({ from, to }: Days) {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs
  if (days < 0) throw digitalContentProblem('range_backwards')
  if (days > maxDigitalDays) throw digitalContentProblem('range_too_long')
  return [
    { kind: 'values' as const, field: 'scisType' as const, values: [...itemTypes.Digital] },
    { kind: 'range' as const, field: 'voyagerCreateDate' as const, from, to },
  ]
}
