import type { App } from '#app/app.ts'
import { schoolDay } from '#features/account/time-zone/server/time-zone.ts'
import { hasCurrentSubscription } from '#features/catalogue/rules.ts'
import { checkIdentifierQuery, findByQuery } from '#features/catalogue/server/catalogue.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { recallSettings } from '#features/school/settings/server/settings.ts'
import type { Input } from '#kit/contract.ts'
import { businessDay, type Clock, writtenDay } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { counted } from '#kit/wording.ts'
import { type Identifier, identifierKey } from '#marc/identifier.ts'
import { typedNumber } from '#marc/typed-number.ts'
import { betweenCells, type DownloadRequest, downloadProblem, type downloadsApi, maxIdentities } from '../contract.ts'
import { filesBy, keepAndWait, type MayWait, type NewRequest } from './keep-request.ts'
import { makeAtOnce } from './make-at-once.ts'
import { asReply } from './own-request.ts'
import { describeIdentifiers, givenName } from './request-name.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'queue' | 'clock' | 'metrics' | 'recall'> & MayWait

/** Requests records by identifiers or by a query, and waits a moment for the file, which is usually ready by then. */
export async function createRequest(
  app: Needs & Pick<App, 'files' | 'log'>,
  caller: SchoolCaller,
  {
    bodybuilderquery = '',
    identities = '',
    requestName,
    chosen = [],
    ...rest
  }: Input<typeof downloadsApi.createRequest>,
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  if (identities.length === 0 && bodybuilderquery !== '') {
    const ids = await findByQuery(app.catalogue, bodybuilderquery, signal)
    const name = givenName(requestName, counted(ids.length, 'record'), await schoolDay(app, caller.customerId))
    return requestRecords(app, caller, { type: 'IDENTIFIERS', name, ids, ...rest }, signal)
  }
  if (bodybuilderquery !== '') checkIdentifierQuery(bodybuilderquery)
  const requested = readIdentities(identities)
  const identifiers = requested.map(({ identifier }) => identifier)
  // Reports an unavailable index now, not by a request that fails later.
  await app.catalogue.stats()
  const settings = await recallSettings(app, caller.customerId)
  const request: NewRequest = {
    type: 'IDENTIFIERS',
    name: givenName(requestName, describeIdentifiers(identifiers), await schoolDay(app, caller.customerId)),
    identities: identifiers,
    chosen,
    ...filesBy(settings, rest.content, rest.fileFormat),
    toMatch: true,
    ...(rest.idempotencyKey === undefined ? {} : { idempotencyKey: rest.idempotencyKey }),
  }
  const made = await makeAtOnce(app, caller, { ...request, requested, settings }, signal)
  return made ? { response: asReply(made, app.clock()) } : keepAndWait(app, caller, request, signal)
}

/** Requests any number of records by their ids, each once. Ids that the catalogue lacks are unmatched. */
export async function requestRecords(
  app: Needs,
  caller: SchoolCaller,
  {
    ids,
    idempotencyKey,
    ...rest
  }: {
    type: DownloadRequest['requestType']
    name: string
    ids: RecordId[]
    content?: DownloadRequest['content'] | undefined
    fileFormat?: DownloadRequest['fileFormat'] | undefined
    asked?: DownloadRequest['asked']
    idempotencyKey?: string | undefined
  },
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  const settings = await recallSettings(app, caller.customerId)
  const identities = [...new Set(ids)]
  const known = new Set(await app.catalogue.known(identities))
  const request: NewRequest = {
    ...rest,
    identities,
    ...filesBy(settings, rest.content, rest.fileFormat),
    matched: identities.filter((id) => known.has(id)),
    unmatched: identities.filter((id) => !known.has(id)).map((identifier) => ({ identifier, reason: 'not_found' })),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  }
  return keepAndWait(app, caller, request, signal)
}

/** Downloads require a subscription. One that has ended is renewed; a school that never had one chooses a product. */
export function authoriseDownloads({ subscriptions }: SchoolCaller, clock: Clock) {
  const today = businessDay(clock)
  if (hasCurrentSubscription(subscriptions, today)) return
  if (subscriptions.some(({ endsOn }) => endsOn < today)) throw downloadProblem('no_subscription')
  const [begins] = subscriptions.map(({ startsOn }) => startsOn).sort()
  const sentence = begins
    ? `Your subscription starts on ${writtenDay(begins)}. You can download records from then on.`
    : 'You have no subscription. Please choose one to download records.'
  throw downloadProblem('no_subscription', { messages: [`subscribe::${sentence}`] })
}

const maxIdentifierLength = 512

/**
 * The requested identifiers in order, each book once: the ISBN-10 and the ISBN-13 of a book have one key. A text is
 * split at line ends, spaces, commas and the separators of a cell's values. In a list each item is one identifier,
 * including its spaces.
 */
export function readIdentities(sent: string | string[]): { identifier: string; read: Identifier }[] {
  const texts = typeof sent === 'string' ? split(sent, /[\s,]+/u) : sent.flatMap((item) => split(item, /[\n,]+/u))
  if (texts.length === 0) throw downloadProblem('nothing_to_request')
  if (texts.length > maxIdentities) throw downloadProblem('too_many_identifiers')
  if (texts.some((text) => text.length > maxIdentifierLength)) throw downloadProblem('unreadable_identifiers')
  const each = new Map<string, { identifier: string; read: Identifier }>()
  for (const identifier of texts) {
    const read = identifierKey(identifier)
    const same = read.key === '' ? `as written: ${identifier}` : read.key
    if (!each.has(same)) each.set(same, { identifier, read })
  }
  return [...each.values()]
}

const split = (text: string, between: RegExp) =>
  storable(text)
    .replace(betweenCells, '\n')
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part.length > maxIdentifierLength || typedNumber(part).written !== '')

/** Drops byte order marks and replaces control characters other than white space. */
const storable = (text: string) =>
  text.replace(/\uFEFF/gu, '').replace(/\p{Cc}/gu, (control) => (/\s/u.test(control) ? control : '\uFFFD'))
