import { MapPin, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { type DeskDepot, depotsApi } from '#features/school/depots/contract.ts'
import { addressLines } from '#kit/address-lines.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useTooLong } from '#kit/web/use-too-long.ts'
import { Button } from '#ui/button.tsx'
import { DeskHead } from '#ui/desk-head.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { Table } from '#ui/table/table.tsx'
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

export const DepotsScreen = forDesk(Depots)

function Depots() {
  const { reply, problem, again } = useLatestReply(depotsApi.deskDepots, {})
  const [open, setOpen] = useState<Open>()
  const late = useTooLong(!reply && !problem, '')
  const depots = reply?.response
  const add = (
    <Button look="main" icon={Plus} {...near} onClick={() => setOpen({ kind: 'add' })}>
      Add depot
    </Button>
  )
  return (
    <div className="desk">
      <DeskHead
        title="Depots"
        hint="Where schools post what is to be catalogued. A school is offered its own depot, else those of its state, else those of its country, else all."
      >
        {add}
      </DeskHead>
      {(problem && !depots) || late ? (
        <ErrorBox messages={problem?.messages ?? []} onRetry={again} />
      ) : !depots ? (
        <Skeleton lines={6} width="80%" />
      ) : depots.length === 0 ? (
        <EmptyState
          icon={MapPin}
          title="No depots yet"
          hint="Without one, schools cannot submit requests with physical items."
        />
      ) : (
        <div className="desk-lines">
          <Table
            caption="Depots"
            head={
              <>
                <th scope="col">Depot</th>
                <th scope="col">Address</th>
                <th scope="col">For</th>
                <th scope="col" className="n">
                  Open items
                </th>
                <th scope="col">
                  <span className="only-heard">Actions</span>
                </th>
              </>
            }
          >
            {depots.map((depot) => (
              <tr key={depot.id}>
                <Cells depot={depot} onOpen={setOpen} />
              </tr>
            ))}
          </Table>
        </div>
      )}
      {open && (
        <Suspense>
          {open.kind === 'offer' ? (
            <OfferDialog depot={open.depot} onClose={() => setOpen(undefined)} />
          ) : (
            <DepotDialog
              depot={open.kind === 'change' ? open.depot : undefined}
              again={again}
              onClose={() => setOpen(undefined)}
            />
          )}
        </Suspense>
      )}
    </div>
  )
}

function Cells({ depot, onOpen }: { depot: DeskDepot; onOpen: (open: Open) => void }) {
  const { name, note, organisation, customerId, withdrawn, openItems } = depot
  return (
    <>
      <td className="name-cell">
        <strong>{name}</strong> {withdrawn && <Status>Not offered</Status>}
        {note && <div className="why">{note}</div>}
      </td>
      <td>{addressLines(depot).join(', ')}</td>
      <td>
        {customerId ? (
          <Link href={`/desk/organisations/${encodeURIComponent(customerId)}`}>{organisation}</Link>
        ) : (
          <span className="quiet">Its region</span>
        )}
      </td>
      <td className="n" data-label="open items">
        {openItems.toLocaleString()}
      </td>
      <td>
        <div className="depot-acts">
          <Button look="bare" aria-label={`Change ${name}`} {...near} onClick={() => onOpen({ kind: 'change', depot })}>
            Change
          </Button>
          <Button
            look="bare"
            aria-label={withdrawn ? `Offer ${name} again` : `Stop offering ${name}`}
            {...near}
            onClick={() => onOpen({ kind: 'offer', depot })}
          >
            {withdrawn ? 'Offer again' : 'Stop offering'}
          </Button>
        </div>
      </td>
    </>
  )
}
