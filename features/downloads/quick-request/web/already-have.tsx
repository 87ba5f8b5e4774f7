import { useEffect, useMemo } from 'react'
import { grouped } from '#kit/web/format.ts'
import { Checkbox } from '#ui/form/field.tsx'
import { useDownloadedAmong } from '../../changed-records/web/downloaded-mark.tsx'
import { words as say } from '../../messages.ts'
import type { Titles } from './ask-titles.ts'
import type { IdentifierRow } from './identifier-list.ts'

/** How many of the found records the school has downloaded before, and whether the request leaves them out. */
export function AlreadyHave({
  rows,
  titles,
  leavesOut,
  onHave,
  onLeaveOut,
}: {
  rows: readonly IdentifierRow[]
  titles: Titles
  leavesOut: boolean
  /** Told the keys of their identifiers. */
  onHave: (keys: ReadonlySet<string>) => void
  onLeaveOut: (on: boolean) => void
}) {
  /** An identifier with several records is decided after the request. */
  const single = useMemo(
    () =>
      rows.flatMap(({ key, sameAs }) => {
        const [record, ...others] = titles.get(key) ?? []
        return sameAs === undefined && record && !record.heldAs && others.length === 0 ? [{ key, id: record.id }] : []
      }),
    [rows, titles],
  )
  const had = useDownloadedAmong(useMemo(() => single.map(({ id }) => id), [single]))
  const keys = useMemo(() => new Set(single.filter(({ id }) => had.has(id)).map(({ key }) => key)), [single, had])
  useEffect(() => onHave(keys), [keys, onHave])
  if (keys.size === 0) return null
  return (
    <div className="already-have cluster items-center gap-4-14 text-small">
      <span className="num">{say.alreadyHave({ count: grouped(keys.size) })}</span>
      <Checkbox label={say.leaveOutThose} checked={leavesOut} onChange={({ target }) => onLeaveOut(target.checked)} />
    </div>
  )
}
