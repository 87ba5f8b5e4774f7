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
    <ol className="audit-list">
      {entries.map((entry) => (
        <li key={entry.id}>
          <p className="when">
            {entry.happenedDate && (
              <time dateTime={entry.happenedDate.toISOString()}>{dateAndTime(entry.happenedDate)}</time>
            )}
          </p>
          <div className="what">
            <Title>
              {actionInWords(entry.action)}
              {entry.subject && (
                <>
                  : <span>{entry.subject}</span>
                </>
              )}
            </Title>
            <p className="who">
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
    <dl>
      {fields.map(({ field, from, to }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {from && (
              <del>
                <span className="only-heard">from </span>
                {from}
              </del>
            )}
            {from && <Icon of={ArrowRight} small />}
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
