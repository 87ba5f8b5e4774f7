import type { App } from '#app/app.ts'
import { matchNumbers } from '#features/catalogue/server/catalogue.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { type Identifier, identifierKey } from '#marc/identifier.ts'
import { maxIdentities } from '../../contract.ts'
import type { Requester } from '../../server/requester.ts'
import type { RequestRow } from '../../server/tables.ts'

type Lacking = Pick<RequestRow, 'id' | 'name' | 'content' | 'unmatched' | 'foundLater' | 'createdAt'>
type RequestedIdentifier = { identifier: string; read: Identifier }

/** Identifiers of a request that had no record and now have one of their own. */
export type NewlyFound = { request: Lacking; requested: (RequestedIdentifier & { ids: RecordId[] })[] }

/** Requests read in one query. */
const pageOfRequests = 50

/**
 * The records that the catalogue now has for a person's unmatched identifiers, the oldest request first: at most as
 * many different identifiers as a request may have. Identifiers announced before are left out.
 */
export async function newlyFound(
  app: Pick<App, 'db' | 'catalogue'>,
  person: Requester,
  since: Date,
  signal: AbortSignal,
): Promise<NewlyFound[]> {
  const seen: NewlyFound[] = []
  const taken = new Set<string>()
  for await (const requests of lackingRequests(app, person, since)) {
    signal.throwIfAborted()
    const lacking = requests.map((request) => ({ request, requested: stillLacked(request) }))
    const keys = lacking.flatMap(({ requested }) => requested.map(({ read }) => read.key))
    const found = await matchNumbers(app.catalogue, [...new Set(keys)])
    for (const { request, requested } of lacking) {
      const now = requested.flatMap((each) => {
        const ids = found.get(each.read.key)?.ids ?? []
        if (ids.length === 0 || (taken.size >= maxIdentities && !taken.has(each.read.key))) return []
        taken.add(each.read.key)
        return [{ ...each, ids }]
      })
      if (now.length > 0) seen.push({ request, requested: now })
    }
    if (taken.size >= maxIdentities) break
  }
  return seen
}

/** An identifier that several requests lack is looked up and requested once. */
export const uniqueOf = <A extends RequestedIdentifier>(requested: A[]): A[] => [
  ...new Map(requested.map((each) => [each.read.key, each])).values(),
]

/** An identifier with an open choice already has records, and an unreadable one has no key to look up. */
function stillLacked({ unmatched, foundLater }: Lacking): RequestedIdentifier[] {
  const mailed = new Set(foundLater.flatMap(({ identifiers }) => identifiers))
  return unmatched.flatMap(({ identifier, reason }) => {
    if (reason === 'not_chosen' || mailed.has(identifier)) return []
    const read = identifierKey(identifier)
    return read.key === '' ? [] : [{ identifier, read }]
  })
}

async function* lackingRequests(
  { db }: Pick<App, 'db'>,
  { customerId, userId }: Requester,
  since: Date,
): AsyncGenerator<Lacking[]> {
  for (let from = 0; ; from += pageOfRequests) {
    const page = await db
      .selectFrom('downloadRequest')
      .select(['id', 'name', 'content', 'unmatched', 'foundLater', 'createdAt'])
      .where('customerId', '=', customerId)
      .where('userId', '=', userId)
      .where('unmatchedCount', '>', 0)
      .where('createdAt', '>=', since)
      .where('status', '=', 'READY')
      .orderBy('createdAt')
      .orderBy('id')
      .limit(pageOfRequests)
      .offset(from)
      .execute()
    if (page.length > 0) yield page
    if (page.length < pageOfRequests) return
  }
}
