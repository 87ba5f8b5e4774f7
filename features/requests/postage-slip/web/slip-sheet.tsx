import { confirmApi, type PostageSlip } from '#features/requests/confirm/contract.ts'
import { addressOf } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { counted, formatDate } from '#kit/web/format.ts'
import { resourceTypeNames } from '../../rules.ts'
import { itemName } from '../../web/item-labels.ts'

type Slip = Dated<PostageSlip>

/** The printed sheet: a label for the parcel, and the list to enclose. */
export function SlipSheet({ slip }: { slip: Slip }) {
  const { depot, requester, requestNumber, barcode, items, submittedDate } = slip
  return (
    <article className="slip-sheet mt-22 framed-2" aria-label="Slip preview">
      <section className="slip-label stack content-start" aria-label="Parcel label">
        <address className="from stack content-start upright anywhere">
          <span className="what">From</span>
          <strong>{requester.organisation}</strong>
          <Lines of={requester.address} />
          <span>Customer {requester.customerNo}</span>
        </address>
        <div className="code stack">
          <Code kind="qr" number={barcode} />
          <strong className="text-17 num">{requestNumber}</strong>
          <span>{counted(items.length, 'item')}</span>
        </div>
        <address className="to stack content-start upright anywhere full-row lh-135">
          <span className="what">To</span>
          <strong>{depot.name}</strong>
          <Lines of={depot.address} />
        </address>
      </section>
      <p className="cut pt-6 text-tiny">Cut here. Put the top part on the parcel and this part inside.</p>
      <section className="slip-list" aria-labelledby="slip-list">
        <h2 id="slip-list">Catalogue request {requestNumber}</h2>
        <p className="who">
          {[requester.name, requester.email, submittedDate && `submitted ${formatDate(submittedDate, 'long')}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <ul className="unlisted">
          {items.map((item) => (
            <li className="stack items-start" key={item.id}>
              <span className="tick mt-4" aria-hidden />
              <div>
                <strong>{itemName({ ...item, itemNumber: resourceTypeNames[item.resourceType] })}</strong>
                <span>
                  {[resourceTypeNames[item.resourceType], item.title && item.standardNumber, item.additionalInfo]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </div>
              <div className="code stack text-tiny num">
                <Code kind="code128" number={item.itemNumber} />
                <span>{item.itemNumber}</span>
              </div>
            </li>
          ))}
        </ul>
      </section>
    </article>
  )
}

/** Lines of one address may be equal. */
const Lines = ({ of }: { of: readonly string[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: their order is fixed
  of.map((line, index) => <span key={index}>{line}</span>)

/** The number is beside it as text. */
const Code = ({ kind, number }: { kind: 'qr' | 'code128'; number: string }) => (
  <img className={kind} src={addressOf(confirmApi.barcode, { kind, number })} alt={`Code for ${number}`} />
)
