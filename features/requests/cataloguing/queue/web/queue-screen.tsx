import './queue.css'
import { ArrowRight, MessageSquareText, ScanBarcode } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { type QueueState, queueAgeFilters, queueStates, worksAPage } from '#features/requests/cataloguing/rules.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { useFocusOnNewSearch } from '#kit/web/focus-on-new-search.ts'
import { grouped } from '#kit/web/format.ts'
import { inputOf, useListAddress } from '#kit/web/list-address.ts'
import { useLocation } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useTypedSearch } from '#kit/web/use-typed-search.ts'
import { lazyWhenIdle } from '#kit/web/use-when-idle.ts'
import { LinkButton } from '#ui/button.tsx'
import { DeskHead } from '#ui/desk-head.tsx'
import { TextField } from '#ui/form/field.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { everyLine, fileOf } from '#ui/table/columns.ts'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { useRowKeys } from '#ui/table/row-keys.tsx'
import { workAddress } from '../../web/work-address.ts'
import { stateNames, whereIs, wholeQueue } from '../../web/work-labels.ts'
import { queueColumns } from './queue-columns.tsx'
import { QueueTable } from './queue-table.tsx'

/** The parts of the queue, each with its count. */
function QueueStates({
  chosen,
  counts,
  hrefOf,
}: {
  chosen: string | undefined
  counts: Partial<Record<QueueState, number>> | undefined
  hrefOf: (state: QueueState | undefined) => string
}) {
  const all = counts && wholeQueue.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  return (
    <nav className="tabs queue-states" aria-label="Parts of the queue">
      <Part href={hrefOf(undefined)} on={chosen === undefined} count={all}>
        All
      </Part>
      {queueStates.map((state) => (
        <Part key={state} href={hrefOf(state)} on={chosen === state} count={counts && (counts[state] ?? 0)}>
          {stateNames[state]}
        </Part>
      ))}
    </nav>
  )
}

const Part = ({
  href,
  on,
  count,
  children,
}: {
  href: string
  on: boolean
  count: number | undefined
  children: ReactNode
}) => (
  <Link href={href} aria-current={on || undefined} className={count === 0 ? 'none' : undefined}>
    {children} <span className="count">{count !== undefined && grouped(count)}</span>
  </Link>
)

const LeavingAnswers = lazyWhenIdle(async () => (await import('../../answers/web/leaving-answers.tsx')).LeavingAnswers)
const Merges = lazyWhenIdle(async () => (await import('../../merges/web/merges.tsx')).Merges)

/** Poll interval in milliseconds, for new requests. */
const pollMs = 30_000

const filters = { state: queueStates, age: queueAgeFilters }

export const QueueScreen = forDesk(Queue)

/** Everything waiting to be catalogued, the next one first. */
function Queue() {
  const address = useListAddress(filters)
  const { query, addressWith } = address
  const input = inputOf(query)
  const { reply, problem, stale, again } = useLatestReply(cataloguingApi.queue, input, { refetchEvery: pollMs })
  const screen = useRef<HTMLDivElement>(null)
  const { search } = useLocation()
  useFocusOnNewSearch(screen, search)
  useRowKeys(screen, 'tbody tr')
  const works = reply?.response
  const narrowed = query.text !== '' || query.filters.state !== undefined || query.filters.age !== undefined
  const ready = works?.filter((work) => whereIs(work) !== 'posted') ?? []
  const next = ready.find(({ assignedToId }) => assignedToId === null) ?? ready[0]
  return (
    <div className="queue" ref={screen}>
      <DeskHead title="Cataloguing" hint="Items on site first, then the oldest. Parcels in transit come last.">
        <LinkButton icon={MessageSquareText} href="/desk/answerTemplates">
          Answer templates
        </LinkButton>
        <LinkButton icon={ScanBarcode} href="/desk/checkin">
          Check in parcels
        </LinkButton>
        {next && (
          <LinkButton look="main" icon={ArrowRight} href={workAddress(next.itemId, search)}>
            Start next
          </LinkButton>
        )}
      </DeskHead>
      <search className="queue-bar split items-end mt-14 line-below gap-8-16" aria-label="Cataloguing">
        <QueueStates
          chosen={query.filters.state}
          counts={reply?.counts}
          hrefOf={(state) => addressWith({ state: state ?? '' })}
        />
        <FindField address={address} />
        {(reply?.totalCount ?? 0) > 0 && (
          <ExportButton
            name="Cataloguing"
            read={async () => {
              const all = await everyLine(
                (page) => call(cataloguingApi.queue, { ...input, page }),
                ({ itemId }) => itemId,
              )
              return fileOf(queueColumns(undefined, ''), all)
            }}
          />
        )}
      </search>
      {query.filters.age !== undefined && (
        <p className="aside mt-12">
          Only requests that have waited more than {query.filters.age} days.{' '}
          <Link href={addressWith({ age: '' })}>Show all</Link>
        </p>
      )}
      <LazyPart>
        <LeavingAnswers search={search} />
      </LazyPart>
      <LazyPart>
        <Merges />
      </LazyPart>
      <p className="only-heard" role="status">
        {reply && !stale && `${grouped(reply.totalCount)} found`}
      </p>
      {problem && !works ? (
        <ErrorBox messages={problemOf(problem).messages} onRetry={again} />
      ) : !works || !reply ? (
        <Skeleton lines={10} width="90%" />
      ) : (
        <div className={stale ? 'dimmed' : undefined} aria-busy={stale}>
          <QueueTable
            works={works}
            folds={query.filters.state === undefined}
            search={search}
            empty={
              <EmptyState
                title={narrowed ? 'No items found' : 'All done: every request is answered'}
                hint={
                  narrowed
                    ? 'Try fewer or different words, or look under All.'
                    : 'New requests appear here automatically. Check in parcels as they arrive.'
                }
              />
            }
          />
          <Pager
            page={query.page}
            count={Math.ceil(reply.totalCount / worksAPage)}
            hrefOf={(page) => addressWith({ page })}
          />
        </div>
      )}
    </div>
  )
}

function FindField({ address: { query, addressWith } }: { address: ReturnType<typeof useListAddress> }) {
  const find = useTypedSearch(query.text, (text) => addressWith({ text }))
  return (
    <TextField
      label="Find in the queue"
      labelHidden
      type="search"
      autoComplete="off"
      maxLength={200}
      placeholder="Title, number, school or code"
      {...find}
    />
  )
}
