import { useQuery } from '@tanstack/react-query'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { call } from '#kit/web/call.ts'

/** What a list shows of a record beyond what its folder keeps; null where the catalogue has it no longer. */
export type RecordCard = { imageFileName: string; scisType: string } | null

/** The card of one record. Rows that are drawn together share one call. Undefined while it comes, or where it fails. */
export const useRecordCard = (bibId: string): RecordCard | undefined =>
  useQuery({
    queryKey: ['record-card', bibId],
    queryFn: () => readTogether(bibId),
    staleTime: 5 * 60_000,
    retry: false,
  }).data

/** At most 100 hits come in one reply of a search. */
const mostTogether = 100

type Waiting = { bibId: string; resolve: (card: RecordCard) => void; reject: (error: unknown) => void }
let waiting: Waiting[] = []

function readTogether(bibId: string): Promise<RecordCard> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) queueMicrotask(readWaiting)
    waiting.push({ bibId, resolve, reject })
  })
}

async function readWaiting() {
  const all = waiting
  waiting = []
  for (let start = 0; start < all.length; start += mostTogether) await readSome(all.slice(start, start + mostTogether))
}

async function readSome(some: Waiting[]) {
  try {
    const ids = some.map(({ bibId }) => bibId)
    const { hits } = await call(catalogueApi.search, {
      bodybuilderquery: { query: { terms: { _id: ids } }, size: ids.length },
    })
    const cards = new Map(hits.hits.map(({ _id, _source }) => [_id, _source]))
    for (const { bibId, resolve } of some) {
      const found = cards.get(bibId)
      resolve(found ? { imageFileName: found.imageFileName, scisType: found.scisType } : null)
    }
  } catch (error) {
    for (const { reject } of some) reject(error)
  }
}
