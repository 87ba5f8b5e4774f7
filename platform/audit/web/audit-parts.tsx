import './audit-parts.css'
import { ArrowRight } from 'lucide-react'
import type { Dated } from '#kit/web/dates.ts'
import { dateAndTime } from '#kit/web/in-words.ts'
import type { AuditEntry } from '#platform/audit/contract.ts'
import { actionInWords, isAddress, whoInWords } from '#platform/audit/rules.ts'
import { Icon } from '#ui/icon.tsx'
import { type ChangedField, changedFields } from './describe-changes.ts'

/** A list of changes with their actors. `ofAll` adds the customer, for the desk; `title` is the heading level. */
export function AuditList({
  entries,
  ofAll = false,
  title: Title = 'h3',
}: {
  entries: readonly Dated<AuditEntry>[]
  ofAll?: boolean
  title?: 'h2' | 'h3'
}) {
  return (
    <ol className="audit-list text-small">
      {entries.map((entry) => (
        <li className="stack py-12 line-below one-column-640" key={entry.id}>
          <p className="when remark num">
            {entry.happenedDate && (
              <time dateTime={entry.happenedDate.toISOString()}>{dateAndTime(entry.happenedDate)}</time>
            )}
          </p>
          <div className="what">
            <Title>
              {actionInWords(entry.action)}
              {entry.subject && (
                <>
                  : <span className="weight-400">{entry.subject}</span>
                </>
              )}
            </Title>
            <p className="who ink-2 text-note">
              {[whoInWords(entry), ofAll && entry.customerName, isAddress(entry.cameFrom) && `from ${entry.cameFrom}`]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <Changes fields={changedFields(entry)} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function Changes({ fields }: { fields: ChangedField[] }) {
  if (fields.length === 0) return null
  return (
    <dl className="stack gap-2 mt-6 text-note">
      {fields.map(({ field, from, to }) => (
        <div key={field}>
          <dt className="ink-3">{field}</dt>
          <dd className="cluster min-w-0 anywhere">
            {from && (
              <del className="ink-3">
                <span className="only-heard">from </span>
                {from}
              </del>
            )}
            {from && <Icon className="ink-3" of={ArrowRight} small />}
            {to ? (
              <ins>
                {from && <span className="only-heard">to </span>}
                {to}
              </ins>
            ) : (
              <em>{from ? 'none' : ''}</em>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
