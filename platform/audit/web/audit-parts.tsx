import './audit-parts.css'
import { ArrowRight } from 'lucide-react'
import type { Dated } from '#kit/web/dates.ts'
import { counted, dateAndTime, formatDate, timeOfDay } from '#kit/web/format.ts'
import type { AuditEntry } from '#platform/audit/contract.ts'
import { actionLabel, describeRefusal, formatActor, isAddress } from '#platform/audit/rules.ts'
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
      {folded(entries).map(({ entry, times, since }) => (
        <li className="stack py-12 line-below one-column-640" key={entry.id}>
          <p className="when remark num">
            {entry.happenedDate && (
              <time dateTime={entry.happenedDate.toISOString()}>{dateAndTime(entry.happenedDate)}</time>
            )}
          </p>
          <div className="what">
            <Title>
              {actionLabel(entry.action)}
              {isRefusal(entry) && ` · ${describeRefusal(entry.after)}`}
              {entry.subject && (
                <>
                  : <span className="weight-400">{entry.subject}</span>
                </>
              )}
            </Title>
            {times > 1 && <p className="num text-note weight-550">{formatTimes(times, since, entry.happenedDate)}</p>}
            <p className="who ink-2 text-note">
              {[
                !isRefusal(entry) && formatActor(entry),
                ofAll && entry.customerName,
                isAddress(entry.cameFrom) && `from ${entry.cameFrom}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {!isRefusal(entry) && <Changes fields={changedFields(entry)} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

type Entry = Dated<AuditEntry>

const isRefusal = ({ action }: Entry) => action === 'sign_in_refused'

/** Refusals of one person for one reason that follow each other are one line, from `since` to the entry's moment. */
function folded(entries: readonly Entry[]): { entry: Entry; times: number; since: Date | null }[] {
  const lines: ReturnType<typeof folded> = []
  for (const entry of entries) {
    const last = lines.at(-1)
    const same = last && isRefusal(entry) && likenessOf(entry) === likenessOf(last.entry)
    if (same) {
      last.times += 1
      last.since = entry.happenedDate
    } else lines.push({ entry, times: 1, since: entry.happenedDate })
  }
  return lines
}

const likenessOf = ({ action, subject, cameFrom, after }: Entry) =>
  [action, subject, cameFrom, describeRefusal(after)].join('\n')

/** `6 times, 11:46 am–11:47 am`; with the date if it began on an earlier day. */
function formatTimes(times: number, from: Date | null, to: Date | null): string {
  const [first, last] = [from, to].map((at) => at && timeOfDay(at))
  const began = from && to && formatDate(from) !== formatDate(to) ? dateAndTime(from) : first
  return `${counted(times, 'time')}${began ? `, ${began === last ? began : `${began}–${last}`}` : ''}`
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
