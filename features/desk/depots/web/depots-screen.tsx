import { MapPin, Plus } from 'lucide-react'
import { lazy, useMemo, useState } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { type DeskDepot, depotsApi } from '#features/school/depots/contract.ts'
import { addressLines } from '#kit/address-lines.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { DeskHead } from '#ui/desk-head.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { type Columns, fileOf, yesOrNo } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { DeskBar } from '#ui/table/desk-bar.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Status } from '#ui/tags.tsx'

const loadDialogs = () => import('./depot-dialogs.tsx')
const DepotDialog = lazy(async () => ({ default: (await loadDialogs()).DepotDialog }))
const OfferDialog = lazy(async () => ({ default: (await loadDialogs()).OfferDialog }))
const near = {
  onPointerEnter: () => {
    prepareOverlays()
    void loadDialogs().catch(() => undefined)
  },
  onFocus: prepareOverlays,
}

type Open = { kind: 'add' } | { kind: 'change' | 'offer'; depot: DeskDepot }

const depotColumns = (onOpen: (open: Open) => void): Columns<DeskDepot> => [
  {
    head: 'Depot',
    className: 'name-cell',
    csv: ({ name }) => name,
    cell: ({ name, note, withdrawn }) => (
      <>
        <strong>{name}</strong> {withdrawn && <Status>Not offered</Status>}
        {note && <div className="why">{note}</div>}
      </>
    ),
  },
  { head: 'Offered', csv: ({ withdrawn }) => yesOrNo(!withdrawn) },
  { head: 'Note', csv: ({ note }) => note },
  {
    head: 'Address',
    csv: (depot) => addressLines(depot).join(', '),
    cell: (depot) => addressLines(depot).join(', '),
  },
  {
    head: 'For',
    csv: ({ customerId, organisation }) => (customerId ? organisation : 'Schools in its region'),
    cell: ({ customerId, organisation }) =>
      customerId ? (
        <Link href={`/desk/organisations/${encodeURIComponent(customerId)}`}>{organisation}</Link>
      ) : (
        <span className="quiet">Schools in its region</span>
      ),
  },
  {
    head: 'Open items',
    number: true,
    narrow: 'open items',
    csv: ({ openItems }) => openItems,
    cell: ({ openItems }) => grouped(openItems),
  },
  {
    head: 'Actions',
    headHidden: true,
    cell: (depot) => (
      <div className="depot-acts">
        <Button
          look="bare"
          aria-label={`Change ${depot.name}`}
          {...near}
          onClick={() => onOpen({ kind: 'change', depot })}
        >
          Change
        </Button>
        <Button
          look="bare"
          aria-label={depot.withdrawn ? `Offer ${depot.name} again` : `Stop offering ${depot.name}`}
          {...near}
          onClick={() => onOpen({ kind: 'offer', depot })}
        >
          {depot.withdrawn ? 'Offer again' : 'Stop offering'}
        </Button>
      </div>
    ),
  },
]

export const DepotsScreen = forDesk(Depots)

function Depots() {
  const { reply, problem, again } = useLatestReply(depotsApi.deskDepots, {})
  const [open, setOpen] = useState<Open>()
  const depots = reply?.response
  const columns = useMemo(() => depotColumns(setOpen), [])
  const add = (
    <Button look="main" icon={Plus} {...near} onClick={() => setOpen({ kind: 'add' })}>
      Add depot
    </Button>
  )
  return (
    <div className="desk">
      <DeskHead
        title="Depots"
        hint="Where schools post items for cataloguing. Schools see their own depot first, then depots in their state, then country, then all."
      >
        {add}
      </DeskHead>
      {problem && !depots ? (
        <ErrorBox messages={problem.messages} onRetry={again} />
      ) : !depots ? (
        <Skeleton lines={6} width="80%" />
      ) : depots.length === 0 ? (
        <EmptyState
          icon={MapPin}
          title="No depots yet"
          hint="Schools can’t submit requests with physical items until you add one."
        />
      ) : (
        <>
          <DeskBar
            title="Depots"
            found={counted(depots.length, 'depot')}
            exported={<ExportButton name="Depots" read={() => fileOf(columns, depots)} />}
          />
          <div className="desk-lines cards">
            <DataTable caption="Depots" columns={columns} rows={depots} keyOf={({ id }) => id} />
          </div>
        </>
      )}
      {open && (
        <LazyPart>
          {open.kind === 'offer' ? (
            <OfferDialog depot={open.depot} onClose={() => setOpen(undefined)} />
          ) : (
            <DepotDialog
              depot={open.kind === 'change' ? open.depot : undefined}
              again={again}
              onClose={() => setOpen(undefined)}
            />
          )}
        </LazyPart>
      )}
    </div>
  )
}
