import type { App } from '#app/app.ts'
import type { ListedChange, RecordId } from '#features/catalogue/server/catalogue-port.ts'
import type { Span } from './oai-request.ts'
import type { WantedSet } from './oai-sets.ts'

type Service = Pick<App, 'db' | 'catalogue'>

/** A complete list as its parts are read: the changes after a cursor, at most `limit`. */
export type ChangeList = {
  read(after: string | undefined, limit: number): Promise<ListedChange[]>
  /** How many there are in all; undefined if that takes reading them. */
  size(): Promise<number | undefined>
}

/** The changes of a span of time, in a set or in the whole catalogue. `customerId`: the school, for its downloads. */
export function listOf(
  service: Service,
  { span, set, customerId }: { span: Span; set: WantedSet | undefined; customerId: string | null },
): ChangeList {
  const { catalogue } = service
  const isWhole = span.from === undefined && span.until === undefined
  if (!set || set.kind === 'values') {
    const values = set && { values: { field: set.field, values: set.values } }
    return {
      read: (after, limit) =>
        catalogue.changes({ ...span, limit, ...values, ...(after === undefined ? {} : { after }) }),
      size: async () => {
        if (!isWhole) return undefined
        if (!set) return (await catalogue.stats()).records
        const [count] = await catalogue.counts([{ kind: 'values', field: set.field, values: set.values }])
        return count
      },
    }
  }
  const members = set.kind === 'collection' ? collectionMembers(service, set.id) : downloads(service, customerId)
  return {
    read: (after, limit) => changedMembers(service, span, members, { after, limit }),
    size: async () => undefined,
  }
}

/** A member of a list, and since when, Unix time in seconds. */
type Member = { id: RecordId; since: number }
/** The members in the order of their ids, after one of them. */
type Members = (after: string, limit: number) => Promise<Member[]>

const perLook = 1_000

/**
 * Lists kept outside the catalogue are read in the order of ids. A record counts as changed when it joins the list, so
 * that an incremental harvest gets it.
 */
async function changedMembers(
  { catalogue }: Service,
  { from = 0, until = Number.POSITIVE_INFINITY }: Span,
  members: Members,
  { after = '', limit }: { after: string | undefined; limit: number },
): Promise<ListedChange[]> {
  const found: ListedChange[] = []
  for (let last = after; found.length < limit; ) {
    const page = await members(last, perLook)
    const changes = await catalogue.changesOf(page.map(({ id }) => id))
    for (const { id, since } of page) {
      const change = changes.get(id)
      if (!change) continue
      const changedAt = Math.max(change.changedAt, since)
      if (changedAt >= from && changedAt <= until) found.push({ ...change, changedAt, cursor: id })
    }
    if (page.length < perLook) break
    last = page.at(-1)!.id
  }
  return found.slice(0, limit)
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

const downloads =
  ({ db }: Service, customerId: string | null): Members =>
  async (after, limit) => {
    const rows = await db
      .selectFrom('downloadedRecord')
      .select(['recordId', 'downloadedAt'])
      .where('customerId', '=', customerId)
      .where('recordId', '>', after)
      .orderBy('recordId')
      .limit(limit)
      .execute()
    return rows.map(({ recordId, downloadedAt }) => ({ id: recordId, since: seconds(downloadedAt) }))
  }

/** Members of one collection, or of all. All records of a changed collection count as changed. */
const collectionMembers =
  ({ db }: Service, collectionId: string | undefined): Members =>
  async (after, limit) => {
    const rows = await db
      .selectFrom('collection')
      .select(['recordIds', 'updatedAt'])
      .$if(collectionId !== undefined, (query) => query.where('id', '=', collectionId!))
      .execute()
    const since = new Map<string, number>()
    for (const { recordIds, updatedAt } of rows)
      for (const id of recordIds) if (id > after) since.set(id, Math.max(since.get(id) ?? 0, seconds(updatedAt)))
    const first = [...since.keys()].sort().slice(0, limit)
    return first.map((id) => ({ id, since: since.get(id)! }))
  }
