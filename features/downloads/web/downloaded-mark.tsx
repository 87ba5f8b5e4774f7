import { useQuery } from '@tanstack/react-query'
import { Check, RefreshCw } from 'lucide-react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { Status } from '#ui/tags.tsx'
import { useDownloaded } from './downloaded-records.ts'

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
