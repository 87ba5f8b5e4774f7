import { CircleAlert, CircleCheck, LoaderCircle, ScanBarcode, TriangleAlert, Undo2 } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { workAddress } from '../../cataloguing/web/work-address.ts'
import { describeResult, type Scan, type ScannedItem, toneOf } from './describe-scan.ts'

const icons = { ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert }

/** The last scan's result, legible from an arm's length. */
export function ScanResult({
  scan,
  waiting,
  onUndo,
}: {
  scan: Scan | undefined
  waiting: boolean
  onUndo: (scan: Scan) => Promise<void>
}) {
  if (!scan)
    return (
      <section
        className="scan-result none stack gap-18 rounded on-sunken items-center ink-2 text-17"
        aria-label="Last scan"
      >
        <Icon of={waiting ? LoaderCircle : ScanBarcode} turning={waiting} />
        <p>{waiting ? 'Looking it up…' : 'Ready. Scan the first parcel.'}</p>
      </section>
    )
  const tone = toneOf(scan)
  return (
    <section
      key={scan.turn}
      className={`scan-result stack gap-18 items-start rounded on-sunken ${tone}`}
      aria-label="Last scan"
    >
      <Icon of={icons[tone]} />
      <div>
        <p className="scan-said">{describeResult(scan)}</p>
        {'found' in scan ? (
          <>
            <p className="scan-school mt-4 weight-600">
              {scan.found.organisation}{' '}
              <span className="code weight-400 text-large ml-8">{scan.found.requestNumber}</span>
            </p>
            {!scan.undone && (
              <>
                <Items items={scan.found.received} />
                <Items title="Already checked in" items={scan.found.before} />
                <Items
                  title={scan.code.startsWith('CI') ? 'On the same slip, not scanned yet' : 'Not scanned yet'}
                  items={scan.found.missing}
                />
                {scan.found.received.length > 0 && <UndoButton scan={scan} onUndo={onUndo} />}
              </>
            )}
          </>
        ) : (
          <p className="code">{scan.code}</p>
        )}
      </div>
    </section>
  )
}

export const UndoButton = ({ scan, onUndo }: { scan: Scan; onUndo: (scan: Scan) => Promise<void> }) => (
  <Button className="mt-14" icon={Undo2} onClick={() => void onUndo(scan)}>
    Undo<span className="only-heard"> {scan.code}</span>
  </Button>
)

function Items({ title, items }: { title?: string; items: readonly ScannedItem[] }) {
  if (items.length === 0) return null
  return (
    <>
      {title && <h3 className="mt-12">{title}</h3>}
      <ul className="scan-items mt-4 anywhere">
        {items.map(({ itemId, itemNumber, name }) => (
          <li className="text-large" key={itemId}>
            <Link href={workAddress(itemId)}>{name}</Link> <span className="code text-small">{itemNumber}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
