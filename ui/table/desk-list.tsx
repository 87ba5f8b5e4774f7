import type { ReactNode } from 'react'
import type { Endpoint, RawInput } from '#kit/contract.ts'
import { linesAPage } from '#kit/pages.ts'
import type { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import type { ListAddress } from '#kit/web/list-address.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useTypedSearch } from '#kit/web/use-typed-search.ts'
import { LinkButton } from '#ui/button.tsx'
import { DeskHead } from '#ui/desk-head.tsx'
import { Select, type SelectOption, TextField } from '#ui/form/field.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { type Columns, everyLine, fileOf } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { DeskBar } from '#ui/table/desk-bar.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Pager } from '#ui/table/pager.tsx'
import type { TableParts } from '#ui/table/table-drawn.tsx'

type Page<Line> = { response: readonly Line[]; totalCount: number }
type Loaded<Line> = {
  reply: Page<Line> | undefined
  problem: Problem | null
  stale: boolean
  again: () => void
  /** Reads another page, for a file of all. */
  readPage?: (page: number) => Promise<Page<Line>>
}

/** The page of lines for `input`, and a way to read the others. */
export function useDeskLines<E extends Endpoint>(
  endpoint: E,
  input: RawInput<E>,
  options: { refetchEvery?: number } = {},
) {
  const loaded = useLatestReply(endpoint, input, options)
  return { ...loaded, readPage: (page: number) => call(endpoint, { ...(input as object), page } as RawInput<E>) }
}

/** A list at the desk: its filters, its lines page by page, and actions above it. */
export function DeskList<Line extends { id: string }>({
  title,
  one,
  many,
  none = `No ${many} yet`,
  noneHint,
  placeholder,
  hint,
  address,
  filters = [],
  moreFilters,
  loaded,
  columns = [],
  unfolding,
  drawn,
  actions,
  exported,
  linesPerPage = linesAPage,
  first,
  children,
}: {
  title: string
  /** Singular and plural of a line: `organisation`, `organisations`. */
  one: string
  many: string
  /** Message for an empty list. */
  none?: string
  /** How to change that. */
  noneHint?: ReactNode
  /** The search field's placeholder; without it there is no search. */
  placeholder?: string
  hint?: ReactNode
  address: ListAddress
  filters?: { name: string; label: string; options: SelectOption[] }[]
  /** Filters besides `filters`. */
  moreFilters?: ReactNode
  loaded: Loaded<Line>
  columns?: Columns<Line>
  unfolding?: TableParts<Line>['unfolding']
  /** Renders the lines of a page that is not a table. */
  drawn?: (lines: readonly Line[]) => ReactNode
  actions?: ReactNode
  /** Replaces the button that exports every page of the table. */
  exported?: ReactNode
  linesPerPage?: number
  /** Content above the list: what needs the desk's attention. */
  first?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}) {
  const { query, addressWith } = address
  const { reply, problem, stale, again } = loaded
  const narrowed = query.text !== '' || Object.keys(query.filters).length > 0
  return (
    <div className="desk">
      <DeskHead title={title} hint={hint}>
        {actions}
      </DeskHead>
      {first}
      <DeskBar
        title={title}
        found={reply && counted(reply.totalCount, one, many)}
        exported={(reply?.totalCount ?? 0) > 0 && (exported ?? exportOf(title, columns, loaded.readPage))}
      >
        {placeholder && <FindField key={title} label={`Find ${aOrAn(one)}`} {...{ placeholder, address }} />}
        {filters.map(({ name, label, options }) => (
          <Select
            key={name}
            label={label}
            options={[{ value: '', label: 'All' }, ...options]}
            value={query.filters[name] ?? ''}
            onChange={(event) => goTo(addressWith({ [name]: event.target.value }))}
          />
        ))}
        {moreFilters}
      </DeskBar>
      {problem ? (
        <ErrorBox messages={problemOf(problem).messages} onRetry={again} />
      ) : !reply ? (
        <Skeleton lines={8} width="90%" />
      ) : reply.totalCount > 0 && reply.response.length === 0 ? (
        <EmptyState title={`There is no page ${grouped(query.page)}`}>
          <LinkButton href={addressWith({})}>First page</LinkButton>
        </EmptyState>
      ) : reply.response.length === 0 ? (
        <EmptyState
          title={narrowed ? `No matching ${many}` : none}
          hint={narrowed ? 'Try fewer or different words, or show all.' : noneHint}
        />
      ) : (
        <div className={stale ? 'desk-lines cards dimmed' : 'desk-lines cards'} aria-busy={stale}>
          {drawn ? (
            drawn(reply.response)
          ) : (
            <DataTable
              caption={title}
              columns={columns}
              rows={reply.response}
              keyOf={({ id }) => id}
              unfolding={unfolding}
            />
          )}
          <Pager
            page={query.page}
            count={Math.ceil(reply.totalCount / linesPerPage)}
            hrefOf={(page) => addressWith({ page })}
          />
        </div>
      )}
      {children}
    </div>
  )
}

const exportOf = <Line extends { id: string }>(
  title: string,
  columns: Columns<Line>,
  readPage: Loaded<Line>['readPage'],
) =>
  readPage && (
    <ExportButton name={title} read={async () => fileOf(columns, await everyLine(readPage, ({ id }) => id))} />
  )

const aOrAn = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

function FindField({ label, placeholder, address }: { label: string; placeholder: string; address: ListAddress }) {
  const find = useTypedSearch(address.query.text, (text) => address.addressWith({ text }))
  return (
    <TextField label={label} type="search" autoComplete="off" maxLength={200} placeholder={placeholder} {...find} />
  )
}
