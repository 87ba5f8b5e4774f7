import { History } from 'lucide-react'
import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { grouped } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { type AuditEntry, auditApi, entriesAPage } from '#platform/audit/contract.ts'
import { actionLabel } from '#platform/audit/rules.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { type Columns, everyLine, fileOf, momentInFile } from '#ui/table/columns.ts'
import { ExportButton } from '#ui/table/export-button.tsx'
import type { ExportTable } from '#ui/table/save-table.ts'
import { AuditList } from './audit-parts.tsx'
import { changedFields } from './describe-changes.ts'

/** Changes of the caller's own customer: newest first, page by page. */
export function SchoolAudit() {
  const [page, setPage] = useState(1)
  const { reply, problem, stale, again } = useLatestReply(auditApi.customerAudit, { page })
  if (problem && !reply) return <ErrorBox messages={problem.messages} onRetry={again} />
  if (!reply) return <Skeleton lines={6} width="80%" />
  const { response: entries, totalCount } = reply
  if (totalCount === 0)
    return (
      <EmptyState
        icon={History}
        title="No changes yet"
        hint="Changes to your school’s contacts, details, settings and people will appear here."
      />
    )
  const pages = Math.ceil(totalCount / entriesAPage)
  const first = (page - 1) * entriesAPage + 1
  const all = async () =>
    auditFile(
      await everyLine(
        (page) => call(auditApi.customerAudit, { page }),
        ({ id }) => id,
      ),
    )
  const turn = (to: number) => {
    setPage(to)
    document.getElementById('school-audit')?.focus()
  }
  return (
    <div id="school-audit" tabIndex={-1} aria-busy={stale} className={stale ? 'audit-pages dimmed' : 'audit-pages'}>
      <div className="audit-bar cluster gap-8 py-8">
        <p className="quiet num">
          {pages === 1
            ? totalCount === 1
              ? 'One change'
              : `${totalCount} changes`
            : `${grouped(first)}–${grouped(first + entries.length - 1)} of ${grouped(totalCount)} changes`}
        </p>
        <ExportButton name="Changes" read={all} />
      </div>
      <AuditList entries={entries} />
      {pages > 1 && (
        <div className="audit-bar cluster gap-8 py-8">
          <Button disabled={page === 1} onClick={() => turn(page - 1)}>
            Newer
          </Button>
          <Button disabled={page >= pages} onClick={() => turn(page + 1)}>
            Older
          </Button>
        </div>
      )}
    </div>
  )
}

type ChangedField = { entry: Dated<AuditEntry>; field: string; from: string; to: string }

/** One line per changed field, so that a spreadsheet can filter by it. */
const fieldsOf = (entry: Dated<AuditEntry>): ChangedField[] => {
  const fields = changedFields(entry)
  return (fields.length > 0 ? fields : [{ field: '', from: '', to: '' }]).map((each) => ({ entry, ...each }))
}

const columns: Columns<ChangedField> = [
  { head: 'When', csv: ({ entry }) => momentInFile(entry.happenedDate) },
  { head: 'Who', csv: ({ entry }) => entry.changedBy },
  { head: 'What', csv: ({ entry }) => actionLabel(entry.action) },
  { head: 'Who or what', csv: ({ entry }) => entry.subject },
  { head: 'Field', csv: ({ field }) => field },
  { head: 'Before', csv: ({ from }) => from },
  { head: 'After', csv: ({ to }) => to },
]

export const auditFile = (entries: readonly Dated<AuditEntry>[]): ExportTable =>
  fileOf(columns, entries.flatMap(fieldsOf))
