import { Printer, Truck } from 'lucide-react'
import { useLatestReply } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { confirmApi } from '../confirm-contract.ts'
import { counted } from './item-words.ts'
import { slipAddress } from './request-addresses.ts'
import type { ShownRequest } from './shown.ts'

/** Where to post what is still to come. Nothing once it is there. */
export function DetailsParcel({ request }: { request: ShownRequest }) {
  const toPost = request.items.filter((item) => item.physicalResource && item.status === 'REQUESTED').length
  const { reply } = useLatestReply(confirmApi.postageSlip, { id: request.id }, { enabled: toPost > 0 })
  if (toPost === 0) return null
  const depot = reply?.response.depot
  return (
    <section className="details-parcel" aria-labelledby="parcel-heading">
      <Icon of={Truck} />
      <div>
        <h2 id="parcel-heading" className="num">
          {counted(toPost, 'item')} to post
        </h2>
        <p>Print the slip, put it into the parcel, and send it to the depot. The desk scans it when it comes.</p>
        {depot && (
          <address>
            <strong>{depot.name}</strong>
            {depot.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
            {depot.note && <em>{depot.note}</em>}
          </address>
        )}
      </div>
      <LinkButton look="main" icon={Printer} href={slipAddress(request.id)}>
        Postage slip
      </LinkButton>
    </section>
  )
}
