import { operations } from './bulk.ts'
import { ask, askSearch, type Connection } from './connection.ts'
import { liveIndex, refresh } from './records-index.ts'
import type { Visible } from './search/visible.ts'

/**
 * When each generation became visible: one entry per load, in the index of the records. Searches do not see it, since it
 * has no `since`. A generation without an entry became visible with the next one that has.
 */
export type Publication = {
  /** A generation. */
  published: number
  /** Unix time in seconds. */
  publishedAt: number
}

type Found = { hits: { hits: { fields: { published: [number]; publishedAt: [number] } }[] } }

const perPage = 10_000

async function find(at: Connection, index: string, after: number, order: 'asc' | 'desc', size: number) {
  const { hits } = await askSearch<Found>(
    at,
    {
      size,
      query: { range: { published: { gt: after } } },
      sort: [{ published: order }],
      track_total_hits: false,
      _source: false,
      docvalue_fields: ['published', 'publishedAt'],
    },
    { index },
  )
  return hits.hits.map(
    ({ fields }): Publication => ({ published: fields.published[0], publishedAt: fields.publishedAt[0] }),
  )
}

const entryOf = (published: number) => `published/${published}`

export const addPublication = (publication: Publication) =>
  operations.add(entryOf(publication.published), publication, `of generation ${publication.published}`)

/**
 * Notes that a generation is visible, unless that is known. Another node may still answer from the former state, so the
 * time is the next second.
 */
export async function publish(at: Connection, index: string, generation: number): Promise<void> {
  const [last] = await find(at, index, -1, 'desc', 1)
  const publishedAt = Math.max(last?.publishedAt ?? 0, Math.floor(Date.now() / 1000) + 1)
  await ask(at, {
    method: 'PUT',
    path: `/${index}/_create/${encodeURIComponent(entryOf(generation))}`,
    body: { published: generation, publishedAt } satisfies Publication,
    // Another process was faster.
    expected: [409],
  })
  await refresh(at, index)
}

/** The times of one state. */
export type Times = { index: string; visible: Visible; publications: Publication[] }

/** Reads the times of the visible state; keeps them in memory, since they never change. */
export function openTimes(at: Connection): () => Promise<Times> {
  let index = ''
  let known: Publication[] = []
  const readNew = async () => {
    for (;;) {
      const page = await find(at, index, known.at(-1)?.published ?? -1, 'asc', perPage)
      known = [...known, ...page]
      if (page.length < perPage) return
    }
  }
  const isComplete = ({ generation }: Visible) => (known.at(-1)?.published ?? 0) >= generation
  const read = async (): Promise<Times> => {
    const live = await liveIndex(at)
    if (live.index !== index) {
      index = live.index
      known = []
    }
    if (!isComplete(live.visible)) await readNew()
    if (!isComplete(live.visible)) {
      await publish(at, index, live.visible.generation)
      await readNew()
    }
    return { ...live, publications: known }
  }
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const turn = last.then(read)
    last = turn.catch(() => {})
    return turn
  }
}

/** The time of a generation. */
export function timeOf({ publications }: Times, generation: number): number {
  return publications[firstWhere(publications, ({ published }) => published >= generation)]!.publishedAt
}

/** The generations of a span of time: after the first, up to the last. */
export function generationsOf(
  { publications, visible }: Times,
  { from, until }: { from?: number | undefined; until?: number | undefined },
): { after: number; last: number } {
  const before = (isFrom: (publication: Publication) => boolean) =>
    publications[firstWhere(publications, isFrom) - 1]?.published ?? -1
  return {
    after: from === undefined ? -1 : before(({ publishedAt }) => publishedAt >= from),
    last: until === undefined ? visible.generation : before(({ publishedAt }) => publishedAt > until),
  }
}

/** The place of the first that passes a test which all later ones pass too. */
function firstWhere<T>(list: T[], test: (each: T) => boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (test(list[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
