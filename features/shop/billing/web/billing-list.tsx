import { type ReactNode, useState } from 'react'
import type { Problem } from '#kit/problem.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { grouped } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { type Columns, fileOf } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'

export type Loaded<Line> = { lines: readonly Line[] | undefined; problem: Problem | null; again: () => void }

/** Lines shown at first; a press shows the others. */
const first = 20

/** A list of the billing details, including its loading, empty and error states. */
export function BillingList<Line extends { id: string }>({
  loaded: { lines, problem, again },
  name,
  none,
  hint,
  columns,
  draw,
}: {
  loaded: Loaded<Line>
  /** Name of the list and of its file, such as `Orders`. */
  name: string
  none: string
  hint: string
  columns: Columns<Line>
  /** Renders lines that are not a table. */
  draw?: (lines: readonly Line[]) => ReactNode
}) {
  const [all, showAll] = useState(false)
  if (problem && !lines) return <ErrorBox messages={problemOf(problem).messages} onRetry={again} />
  if (!lines) return <Skeleton lines={5} width="80%" />
  if (lines.length === 0) return <EmptyState title={none} hint={hint} />
  const hidden = all ? 0 : Math.max(0, lines.length - first)
  const shown = hidden > 0 ? lines.slice(0, first) : lines
  return (
    <>
      {draw ? draw(shown) : <DataTable caption={name} columns={columns} rows={shown} keyOf={({ id }) => id} />}
      <div className="flow gap-8 pt-16">
        {hidden > 0 && <Button onClick={() => showAll(true)}>Show {grouped(hidden)} older</Button>}
        <ExportButton name={name} read={() => fileOf(columns, lines)} />
      </div>
    </>
  )
}
