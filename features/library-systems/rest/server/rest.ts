import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { searchByFields } from '#features/catalogue/other-reading/server/other-reading.ts'
import { lastPage } from '#features/catalogue/rules.ts'
import { limitVisitor, timeSearch } from '#features/catalogue/server/catalogue.ts'
import type { CatalogueRecord, RecordId } from '#features/catalogue/server/catalogue-port.ts'
import {
  authoriseDownloads,
  matchIdentifiers,
  preferredDocument,
  printOf,
} from '#features/downloads/server/downloads.ts'
import { type CustomerSettings, recallSettings } from '#features/school/settings/server/settings.ts'
import type { Input, RawReply } from '#kit/contract.ts'
import { businessDay, type Clock } from '#kit/day.ts'
import { authorise, type Caller, requireScope, type SchoolCaller } from '#kit/server/caller.ts'
import { sendTagged } from '#kit/server/etag.ts'
import type { Call } from '#kit/server/serve.ts'
import { localNotesOf } from '#marc/crosswalk/document.ts'
import { identifierKey } from '#marc/identifier.ts'
import { typedNumber } from '#marc/typed-number.ts'
import { recentGeneration } from '../../taken/server/recent-generation.ts'
import type { TakenRecords } from '../../taken/server/taken-records.ts'
import { maxRecords, type RecordFormat, recordFormats, type restApi, restProblem } from '../contract.ts'
import { fileOf, formatFor } from './record-formats.ts'

type Service = Pick<App, 'db' | 'catalogue' | 'clock' | 'env' | 'metrics' | 'log' | 'recall'> & {
  taken: Pick<TakenRecords, 'note'>
}
type Records = RawReply<typeof restApi.records>['response']
type Sending = { request: FastifyRequest; reply: FastifyReply }

/** The records of these numbers, in their order and each once. They count as taken by the school. */
export async function sendRecords(
  service: Service,
  { isbn, issn, id, format: given }: Input<typeof restApi.records>,
  { caller, request, reply }: Call<typeof restApi.records>,
): Promise<FastifyReply | { response: Records }> {
  const numbers = isbn.length + issn.length + id.length
  if (numbers === 0) throw restProblem('no_numbers')
  if (numbers > maxRecords) throw restProblem('too_many_numbers')
  const format = formatFor(request, given)
  reply.header('vary', 'accept')
  const generation = await recentGeneration(service.catalogue)
  const preferences = await recallSettings(service, caller.customerId)
  const { ids, notFound } = await match(service.catalogue, preferences, { isbn, issn, id })
  const records = await fetchAll(service.catalogue, ids)
  const unmatched = [...notFound, ...gone(ids, records)]
  if (records.length === 0) {
    if (format !== 'json') reply.header('x-not-found', inHeader(unmatched))
    throw noneFound(unmatched)
  }
  const taken = (some: CatalogueRecord[]) => service.taken.note(caller.customerId, generation, some.map(printOf))
  if (format === 'json') {
    taken(records)
    const documents = records.map((record) => {
      const document = preferredDocument(record, preferences)
      return { ...document, localNotes: localNotesOf(document) }
    })
    return { response: { records: documents, notFound: unmatched } }
  }
  return sendAs(service, format, records, { preferences, request, reply, unmatched, taken })
}

/** A page of the search. Others than JSON are files of its records, for schools that may download. */
export async function sendSearch(
  service: Service,
  { format: given, otherwise, ...input }: Input<typeof restApi.searchByFields>,
  { caller, request, reply, signal }: Call<typeof restApi.searchByFields>,
): Promise<FastifyReply | RawReply<typeof restApi.searchByFields>> {
  const format = formatFor(request, given)
  if (format !== 'json') authoriseFiles(caller, service.clock)
  const today = businessDay(service.clock)
  const asking = {
    ...{ caller, today, signal, ...limitVisitor(service, caller, request) },
    defaultSize: service.env.searchResultsPerPage,
    otherwise: otherwise !== undefined && format === 'json',
  }
  const generation = format === 'json' ? 0 : await recentGeneration(service.catalogue)
  const search = () => searchByFields(service.catalogue, input, asking)
  const found = await timeSearch(service.metrics, signal, search, ({ response }) => response.totalCount)
  const { pageNumber, pageSize, totalCount, results } = found.response
  reply.headers({ vary: 'accept', 'x-total-count': totalCount })
  const links = pageLinks(new URL(request.url, service.env.publicUrl), { pageNumber, pageSize, totalCount })
  if (links !== '') reply.header('link', links)
  if (format === 'json') return found
  const records = await fetchAll(
    service.catalogue,
    results.map(({ _id }) => _id),
  )
  const { customerId } = caller as SchoolCaller
  const taken = (some: CatalogueRecord[]) => service.taken.note(customerId, generation, some.map(printOf))
  const preferences = await recallSettings(service, customerId)
  return sendAs(service, format, records, { preferences, request, reply, unmatched: [], taken })
}

type Numbers = Record<'isbn' | 'issn' | 'id', string[]>

/** Matches as many digits as an ISBN or ISSN has: only such a number can have a wrong check digit. */
const isbnLike = /^\D*(?:\d\D*){9}(?:(?:\d\D*){3})?[\dXx]\D*$/
const issnLike = /^\D*(?:\d\D*){7}[\dXx]\D*$/

/** Tries isbn, issn, then id. All records with one number count, unless the school takes the first. */
async function match(catalogue: App['catalogue'], { isbnDuplicateHandling }: CustomerSettings, given: Numbers) {
  const duplicates = isbnDuplicateHandling === 'FIRST_MATCH' ? 'FIRST_MATCH' : 'ALL_MATCHES'
  const named = (['isbn', 'issn'] as const).flatMap((kind) =>
    given[kind].map((identifier) => ({ identifier, read: identifierKey(`${kind} ${identifier}`) })),
  )
  const { matched, unmatched } = await matchIdentifiers(catalogue, named, duplicates)
  const isNumber = (text: string) => (given.isbn.includes(text) ? isbnLike : issnLike).test(typedNumber(text).written)
  const known = new Set(await catalogue.known(given.id))
  const unknown = given.id.filter((id) => !known.has(id))
  return {
    ids: [...new Set([...matched, ...given.id.filter((id) => known.has(id))])],
    notFound: [
      ...unmatched.map((each) =>
        each.reason === 'bad_check_digit' && !isNumber(each.identifier)
          ? { ...each, reason: 'not_an_identifier' as const }
          : each,
      ),
      ...unknown.map((identifier) => ({ identifier, reason: 'not_found' as const })),
    ],
  }
}

async function fetchAll(catalogue: App['catalogue'], ids: RecordId[]): Promise<CatalogueRecord[]> {
  const records: CatalogueRecord[] = []
  for await (const record of catalogue.fetch(ids)) records.push(record)
  return records
}

/** Removed between the match and the read. */
function gone(ids: RecordId[], records: CatalogueRecord[]): Records['notFound'] {
  const read = new Set(records.map(({ document }) => document.id))
  return ids.filter((id) => !read.has(id)).map((identifier) => ({ identifier, reason: 'not_found' }))
}

const noneFound = (unmatched: Records['notFound']) =>
  restProblem('records_not_found', {
    about: Object.fromEntries(unmatched.map(({ identifier, reason }) => [identifier, reason])),
  })

type Answer = Sending & {
  preferences: CustomerSettings
  unmatched: Records['notFound']
  taken: (records: CatalogueRecord[]) => void
}

async function sendAs(
  { log }: Pick<App, 'log'>,
  format: Exclude<RecordFormat, 'json'>,
  records: CatalogueRecord[],
  { preferences, request, reply, unmatched, taken }: Answer,
): Promise<FastifyReply> {
  const { bytes, given, unreadable } = fileOf(format, records, preferences)
  if (unreadable.length > 0) log.error({ ids: unreadable }, 'rest: records that cannot be read')
  taken(given)
  const missing = [...unmatched, ...unreadable.map((identifier) => ({ identifier, reason: 'unreadable' }))]
  if (missing.length > 0) reply.header('x-not-found', inHeader(missing))
  return sendTagged(request, reply, bytes, recordFormats[format])
}

const inHeader = (missing: Records['notFound']): string =>
  missing.map(({ identifier, reason }) => `${encodeURIComponent(identifier)};${reason}`).join(', ')

/** Same rule as for calls that return files: school staff with a subscription, and keys that may download. */
function authoriseFiles(caller: Caller | null, clock: Clock): void {
  authorise('staff', caller)
  requireScope('download', caller!)
  authoriseDownloads(caller as SchoolCaller, clock)
}

type Page = { pageNumber: number; pageSize: number; totalCount: number }

/** The other pages, by RFC 8288. */
export function pageLinks(url: URL, { pageNumber, pageSize, totalCount }: Page): string {
  const last = lastPage(totalCount, pageSize)
  const pages = [
    ['first', 1],
    ['prev', pageNumber - 1],
    ['next', pageNumber + 1],
    ['last', last],
  ] as const
  return pages
    .filter(([, page]) => page >= 1 && page <= last && page !== pageNumber)
    .map(([rel, page]) => {
      url.searchParams.set('pageNumber', String(page))
      return `<${url.href}>; rel="${rel}"`
    })
    .join(', ')
}
