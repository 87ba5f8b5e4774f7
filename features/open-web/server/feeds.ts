import type { App } from '#app/app.ts'
import { searchOfFeed } from '#features/catalogue/searches/server/searches.ts'
import { newestOf, oncePerState } from '#features/catalogue/server/catalogue.ts'
import type { CataloguePort, RecordId } from '#features/catalogue/server/catalogue-port.ts'
import { reducedRecord } from '../rules.ts'
import { atomFeed, type FeedEntry, type FeedHead } from './atom.ts'

type Needs = Pick<App, 'catalogue' | 'db' | 'clock'> & { env: Pick<App['env'], 'publicUrl' | 'providerName'> }
/** `changedAt`: ms. */
export type Feed = { xml: string; changedAt: number }

const maxEntries = 50
/** Maximum number of changes read by one call. */
const perLook = 4_000

/** The Atom feeds; undefined: there is none at this address. */
export function openFeeds({ catalogue, db, clock, env }: Needs) {
  const feedOf = (head: Omit<FeedHead, 'updatedAt'>, entries: FeedEntry[], since: number): Feed => {
    const updatedAt = Math.max(since, ...entries.map(({ changedAt }) => changedAt))
    return { xml: atomFeed({ ...head, updatedAt }, entries, env), changedAt: updatedAt * 1000 }
  }

  return {
    newRecords: oncePerState(catalogue, async (): Promise<Feed> => {
      const { ids } = await newestOf(catalogue, { hold: [], most: maxEntries, localNotes: false })
      return feedOf(
        {
          title: `New in the ${env.providerName} catalogue`,
          subtitle: 'The most recently catalogued records',
          self: `${env.publicUrl}/feeds/new.atom`,
          page: `${env.publicUrl}/discover`,
        },
        await entriesOf(catalogue, ids),
        0,
      )
    }),

    /** The records of a collection that changed last, or joined it last if it changed later. */
    async ofCollection(id: string): Promise<Feed | undefined> {
      const collection = await db
        .selectFrom('collection')
        .select(['name', 'description', 'recordIds', 'updatedAt', 'categoryId'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!collection) return undefined
      const { name, description, recordIds, updatedAt, categoryId } = collection
      return feedOf(
        {
          title: name,
          subtitle: description || `A collection in the ${env.providerName} catalogue`,
          self: `${env.publicUrl}/feeds/collections/${encodeURIComponent(id)}.atom`,
          page: `${env.publicUrl}/collections?categoryId=${encodeURIComponent(categoryId)}`,
        },
        await entriesOf(catalogue, await lastChanged(catalogue, recordIds)),
        Math.floor(updatedAt.getTime() / 1000),
      )
    },

    /** The newest matches of a saved search, for the person who has its token. */
    async ofSearch(token: string, signal: AbortSignal): Promise<Feed | undefined> {
      const search = await searchOfFeed({ db, clock }, token)
      if (!search) return undefined
      const { name, query, address, createdAt } = search
      // The feed is open to everyone who has its address.
      const { ids } = await newestOf(catalogue, { hold: [], query, most: maxEntries, localNotes: false }, signal)
      return feedOf(
        {
          title: name,
          subtitle: `A saved search in the ${env.providerName} catalogue`,
          self: `${env.publicUrl}/feeds/searches/${token}.atom`,
          page: `${env.publicUrl}/discover/results/${address && '?'}${address}`,
        },
        await entriesOf(catalogue, ids),
        Math.floor(createdAt.getTime() / 1000),
      )
    },
  }
}

type Read = Pick<CataloguePort, 'documents' | 'changesOf'>

/** Latest change first. */
async function entriesOf(catalogue: Read, ids: RecordId[]): Promise<FeedEntry[]> {
  const [documents, changes] = await Promise.all([catalogue.documents(ids), catalogue.changesOf(ids)])
  return documents
    .map((document) => ({ document: reducedRecord(document), changedAt: changes.get(document.id)?.changedAt ?? 0 }))
    .sort((a, b) => b.changedAt - a.changedAt)
}

async function lastChanged(catalogue: Read, ids: RecordId[]): Promise<RecordId[]> {
  let found: { id: RecordId; changedAt: number }[] = []
  for (let from = 0; from < ids.length; from += perLook) {
    const changes = await catalogue.changesOf(ids.slice(from, from + perLook))
    found = [...found, ...[...changes.values()].filter(({ removed }) => !removed)]
      .sort((a, b) => b.changedAt - a.changedAt)
      .slice(0, maxEntries)
  }
  return found.map(({ id }) => id)
}
