import { useEffect, useSyncExternalStore } from 'react'
import { keptApi } from '#features/downloads/kept-contract.ts'
import { type Answer, call } from '#kit/web/call.ts'

export type Downloaded = Answer<typeof keptApi.downloadedRecords>['response'][number]
type Known = { at: number; found: Downloaded | null }

/** As long as a list is usually looked at; a download of one's own shows within that time. */
const knownForMs = 60_000
const mostAtOnce = 4000

/** By school and record. */
const known = new Map<string, Known>()
const listeners = new Set<() => void>()
let wanted = new Map<string, Set<string>>()

/** What the school has of a record; all records of a list are asked for in one call. Undefined until it is known. */
export function useDownloaded(school: string, id: string): Downloaded | null | undefined {
  const key = `${school} ${id}`
  useEffect(() => {
    const before = known.get(key)
    if (before && Date.now() - before.at < knownForMs) return
    // The first of a list leaves the call for all that are drawn with it.
    if (wanted.size === 0) setTimeout(ask)
    const ids = wanted.get(school) ?? new Set()
    wanted.set(school, ids.add(id))
  }, [key, school, id])
  return useSyncExternalStore(listen, () => known.get(key)?.found)
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function ask() {
  const asked = wanted
  wanted = new Map()
  for (const [school, ids] of asked) {
    const bibIds = [...ids].slice(0, mostAtOnce)
    try {
      const { response } = await call(keptApi.downloadedRecords, { bibIds: bibIds.join(',') })
      const found = new Map(response.map((each) => [each.id, each]))
      for (const id of bibIds) known.set(`${school} ${id}`, { at: Date.now(), found: found.get(id) ?? null })
    } catch {
      // A mark that is missing is no failure of the list.
    }
  }
  for (const listener of listeners) listener()
}
