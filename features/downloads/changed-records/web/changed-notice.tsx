import './changed-notice.css'
import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { downloadedRecordsApi } from '#features/downloads/changed-records/contract.ts'
import { counted } from '#kit/web/format.ts'
import { queryOf } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

export const changedAddress = '/myDownloads/changed'

/** A notice above a list of downloads that some records have changed. Shows nothing if none has. */
export function ChangedNotice() {
  const { data } = useQuery(queryOf(downloadedRecordsApi.changedRecords, { pageSize: 1 }))
  if (!data || data.totalCount + data.goneCount === 0) return null
  const { totalCount, goneCount } = data
  return (
    <aside
      className="changed-notice cluster p-10-14 rounded on-warn-soft gap-8-16 no-print"
      aria-label="Changed records"
    >
      <Icon className="ink-warn" of={RefreshCw} />
      <p>
        {totalCount > 0 && (
          <>
            <strong>
              {counted(totalCount, 'record')} {totalCount === 1 ? 'has' : 'have'} changed
            </strong>{' '}
            since your school downloaded {totalCount === 1 ? 'it' : 'them'}.{' '}
          </>
        )}
        {goneCount > 0 && (
          <>
            {counted(goneCount, 'record')} {goneCount === 1 ? 'has' : 'have'} left the catalogue.
          </>
        )}
      </p>
      <LinkButton href={changedAddress}>{totalCount > 0 ? 'See what’s changed' : 'See which'}</LinkButton>
    </aside>
  )
}
