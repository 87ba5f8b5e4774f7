import { momentInWords } from '#features/desk/web/desk-list-parts.tsx'
import { Table } from '#ui/table.tsx'
import { Status } from '#ui/tags.tsx'
import { holdInWords } from '../rules.ts'
import { cameAs, decisionOf, eventKind, type ShownEvent, unverifiedIn, wayInWords } from './desk-payment-words.ts'

/** Everything that happened to a payment, in its order; nothing of it is ever changed. */
export const PaymentLedger = ({ events, currency }: { events: readonly ShownEvent[]; currency: string }) => (
  <section className="desk-lines">
    <h2>What has happened</h2>
    <p className="why">
      The card page signs the reference, amount, time and outcome. The transaction, currency, card and bank’s answer are
      not signed, so check them on the card page before you rely on them.
    </p>
    <Table
      caption="What has happened"
      head={
        <>
          <th scope="col">When</th>
          <th scope="col">What</th>
          <th scope="col">Transaction (not verified)</th>
          <th scope="col" className="n">
            Amount
          </th>
        </>
      }
    >
      {events.map((event) => (
        <tr key={event.id}>
          <Cells event={event} currency={currency} />
        </tr>
      ))}
    </Table>
  </section>
)

function Cells({ event, currency }: { event: ShownEvent; currency: string }) {
  const { label, tone } = eventKind(event.kind)
  const { kind, way, by, note } = event
  const decision = decisionOf(event)
  const said = unverifiedIn(event, currency)
  return (
    <>
      <td className="day-cell">{momentInWords(event.happenedDate)}</td>
      <td className="name-cell">
        <Status tone={tone}>{label}</Status>{' '}
        <span className="why">
          {wayInWords(way)}
          {by && `, ${by}`}
        </span>
        {said && <div className="why">Reported, not verified: {said}</div>}
        {decision && <div>{decision}</div>}
        {note && <div>{kind === 'HELD' ? holdInWords(note).wrong : note}</div>}
      </td>
      <td className="code">{event.transactionID}</td>
      <td className="n">{cameAs(event, currency)}</td>
    </>
  )
}
