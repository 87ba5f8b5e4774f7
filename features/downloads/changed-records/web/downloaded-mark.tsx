import { useQuery } from '@tanstack/react-query'
import { Check, RefreshCw } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { keptApi } from '#features/downloads/changed-records/contract.ts'
import { type Answer, call } from '#kit/web/call.ts'
import { Status } from '#ui/tags.tsx'

/** That the school has this record already, and whether it has changed since. Nothing for whoever has no school. */
export function DownloadedMark({ id }: { id: string }) {
  const { data: me } = useQuery(currentUser)
  const school = me && isSchoolStaff(me) ? me.customer?.id : undefined
  return school ? <Mark school={school} id={id} /> : null
}

function Mark({ school, id }: { school: string; id: string }) {
  const found = useDownloaded(school, id)
  if (!found?.downloadedDate) return null
  const day = dayOf(found.downloadedDate)
  return found.changed ? (
    <Status tone="warn" icon={RefreshCw}>
      Downloaded {day}, changed since
    </Status>
  ) : (
    <Status icon={Check}>Downloaded {day}</Status>
  )
}

/** `3 May`; with its year where that is not the current one. */
const dayOf = (date: Date) =>
  date.toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    ...(date.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }),
  })

type Downloaded = Answer<typeof keptApi.downloadedRecords>['response'][number]
type Known = { at: number; found: Downloaded | null }

/** As long as a list is usually looked at; a download of one's own shows within that time. */
const knownForMs = 60_000
const maxAtOnce = 4000

/** By school and record. */
const known = new Map<string, Known>()
const listeners = new Set<() => void>()
let wanted = new Map<string, Set<string>>()

/** What the school has of a record; all records of a list are asked for in one call. Undefined until it is known. */
function useDownloaded(school: string, id: string): Downloaded | null | undefined {
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
    const bibIds = [...ids].slice(0, maxAtOnce)
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
