import { useQuery } from '@tanstack/react-query'
import { Check, RefreshCw } from 'lucide-react'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { downloadedRecordsApi } from '#features/downloads/changed-records/contract.ts'
import { type Answer, call } from '#kit/web/call.ts'
import { shortDate } from '#kit/web/format.ts'
import { Status } from '#ui/tags.tsx'
import { words as say } from '../../messages.ts'

/**
 * Marks a record that the school already has, and whether it has changed since. Shows nothing to people without a
 * school.
 */
export function DownloadedMark({ id }: { id: string }) {
  const { data: me } = useQuery(currentUser)
  const school = me && isSchoolStaff(me) ? me.customer?.id : undefined
  return school ? <Mark school={school} id={id} /> : null
}

function Mark({ school, id }: { school: string; id: string }) {
  const found = useDownloaded(school, id)
  if (!found?.downloadedDate) return null
  const day = shortDate(found.downloadedDate)
  return found.changed ? (
    <Status tone="warn" icon={RefreshCw}>
      {say.downloadedBefore({ day })}
    </Status>
  ) : (
    <Status icon={Check}>{say.downloadedOn({ day })}</Status>
  )
}

type Downloaded = Answer<typeof downloadedRecordsApi.downloadedRecords>['response'][number]
type Known = { at: number; found: Downloaded | null }

/** About as long as a list is viewed; the school's own new download appears within this time. */
const knownForMs = 60_000
const maxAtOnce = 4000

/** By school and record. */
const known = new Map<string, Known>()
const listeners = new Set<() => void>()
let pending = new Map<string, Set<string>>()

/** The school's download of a record; all records of a list share one call. Undefined while it loads. */
function useDownloaded(school: string, id: string): Downloaded | null | undefined {
  useEffect(() => askAbout(school, id), [school, id])
  return useSyncExternalStore(
    listen,
    () => known.get(`${school} ${id}`)?.found,
    () => undefined,
  )
}

/** Those of the records that the school has downloaded, as far as known. */
export function useDownloadedAmong(ids: readonly string[]): ReadonlySet<string> {
  const { data: me } = useQuery(currentUser)
  const school = me && isSchoolStaff(me) ? me.customer?.id : undefined
  useEffect(() => {
    if (school) for (const id of ids) askAbout(school, id)
  }, [school, ids])
  const found = useSyncExternalStore(listen, () =>
    ids.filter((id) => known.get(`${school} ${id}`)?.found?.downloadedDate).join(' '),
  )
  return useMemo(() => new Set(found.split(' ')), [found])
}

function askAbout(school: string, id: string): void {
  const before = known.get(`${school} ${id}`)
  if (before && Date.now() - before.at < knownForMs) return
  // The first mark of a list schedules the call for all marks rendered with it.
  if (pending.size === 0) setTimeout(ask)
  const ids = pending.get(school) ?? new Set()
  pending.set(school, ids.add(id))
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function ask() {
  const batch = pending
  pending = new Map()
  for (const [school, ids] of batch) {
    const bibIds = [...ids].slice(0, maxAtOnce)
    try {
      const { response } = await call(downloadedRecordsApi.downloadedRecords, { bibIds: bibIds.join(',') })
      const found = new Map(response.map((each) => [each.id, each]))
      for (const id of bibIds) known.set(`${school} ${id}`, { at: Date.now(), found: found.get(id) ?? null })
    } catch {
      // A missing mark must not make the list fail.
    }
  }
  for (const listener of listeners) listener()
}
