import type { App } from '#app/app.ts'
import { hasCurrentSubscription } from '#features/catalogue/rules.ts'
import { checkIdentifierQuery } from '#features/catalogue/server/catalogue.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { readSettings } from '#features/settings/server/settings.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { type DownloadRequest, downloadProblem, type downloadsApi } from '../contract.ts'
import { filesBy, keepAndWait, type NewRequest } from './keep-request.ts'
import { readIdentities } from './read-identities.ts'
import { givenName } from './request-name.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'metrics'>

/** Requests records by identifiers and waits a moment for the file, which is usually made by then. */
export async function createRequest(
  app: Needs,
  caller: SchoolCaller,
  input: Input<typeof downloadsApi.createRequest>,
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  if (input.bodybuilderquery !== undefined) checkIdentifierQuery(input.bodybuilderquery)
  const asked = readIdentities(input.identities)
  // An index that is away is told now, not by a request that fails later.
  await app.catalogue.stats()
  const settings = await readSettings(app.db, caller.customerId)
  const request: NewRequest = {
    type: 'IDENTIFIERS',
    name: givenName(input.requestName, asked.length, app.clock()),
    identities: asked.map(({ identifier }) => identifier),
    chosen: input.chosen ?? [],
    ...filesBy(settings, input.content),
    toMatch: true,
  }
  return keepAndWait(app, caller, request, signal)
}

/** Requests records by their ids, any number of them, each once. What is not in the catalogue is unmatched. */
export async function requestRecords(
  app: Needs,
  caller: SchoolCaller,
  {
    ids,
    ...asked
  }: {
    type: DownloadRequest['requestType']
    name: string
    ids: RecordId[]
    content?: DownloadRequest['content'] | undefined
    asked?: DownloadRequest['asked']
  },
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  const settings = await readSettings(app.db, caller.customerId)
  const identities = [...new Set(ids)]
  const known = new Set(await app.catalogue.known(identities))
  const request: NewRequest = {
    ...asked,
    identities,
    ...filesBy(settings, asked.content),
    matched: identities.filter((id) => known.has(id)),
    unmatched: identities.filter((id) => !known.has(id)).map((identifier) => ({ identifier, reason: 'not_found' })),
  }
  return keepAndWait(app, caller, request, signal)
}

/** Downloads are what a subscription pays for. */
export function admitToDownloads({ subscriptions }: SchoolCaller, now: Date) {
  if (!hasCurrentSubscription(subscriptions, now.toISOString().slice(0, 10))) throw downloadProblem('no_subscription')
}
