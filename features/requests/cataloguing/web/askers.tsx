import { sendingNames } from '#features/requests/rules.ts'
import { dateAndTime, timeOfDay } from '#kit/web/format.ts'
import { Link } from '#ui/link.tsx'
import type { Selection } from '#ui/table/use-selection.ts'
import { Status, type Tone } from '#ui/tags.tsx'
import { type AskerView, openAskers, type WholeWorkView } from './work-labels.ts'

const states: Record<AskerView['status'], [Tone, string]> = {
  DRAFT: ['plain', 'Draft'],
  REQUESTED: ['plain', 'Waiting'],
  RECEIVED: ['ok', 'On site'],
  CATALOGUED: ['ok', 'Catalogued'],
  DECLINED: ['bad', 'Declined'],
  WITHDRAWN: ['plain', 'Withdrawn'],
}

/** The requesters. Selected ones are answered and messaged together; `left` are the deselected ones. */
export function Askers({ work, left }: { work: WholeWorkView; left: Selection }) {
  const open = openAskers(work)
  return (
    <section aria-labelledby="askers">
      <h2 id="askers">{work.askers.length === 1 ? 'Requested by' : `Requested by (${work.askers.length})`}</h2>
      {open.length > 1 && <p className="quiet">Ticked schools receive the same answer and messages.</p>}
      <ul className="askers mt-6">
        {work.askers.map((asker) => (
          <li className="flex gap-10 items-start py-10 line-above" key={asker.itemId}>
            {open.length > 1 && (
              <label className="check">
                <input
                  type="checkbox"
                  disabled={!open.includes(asker)}
                  checked={open.includes(asker) && !left.chosen.has(asker.itemId)}
                  onChange={(event) => left.toggle(asker.itemId, (event.nativeEvent as MouseEvent).shiftKey)}
                />
                <span className="only-heard">
                  Answer {asker.organisation}, {asker.itemNumber}
                </span>
              </label>
            )}
            <div className="grow">
              <Link
                className="plain-link weight-600"
                href={`/desk/organisations/${encodeURIComponent(asker.customerId)}`}
              >
                {asker.organisation}
              </Link>{' '}
              <span className="quiet num">{asker.customerNo}</span>
              <div className="why flow">
                <a href={`mailto:${encodeURIComponent(asker.email)}`}>{asker.requestedBy}</a>
                <span className="code">{asker.itemNumber}</span>
                <span>
                  in request{' '}
                  <Link className="code" href={`/desk/cataloguing?text=${encodeURIComponent(asker.requestNumber)}`}>
                    {asker.requestNumber}
                  </Link>
                </span>
                <span>{dateAndTime(asker.submittedDate)}</span>
                {asker.physicalResource && asker.depot && <span>{postal(asker)}</span>}
              </div>
            </div>
            {asker.leavesDate ? (
              <Status tone="plain">Email at {timeOfDay(asker.leavesDate)}</Status>
            ) : (
              <Status tone={states[asker.status][0]}>
                {asker.status === 'REQUESTED' && asker.physicalResource ? sendingNames.POSTED : states[asker.status][1]}
              </Status>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const postal = ({ depot, receivedDate }: AskerView) =>
  receivedDate ? `arrived at ${depot}, ${dateAndTime(receivedDate)}` : `to ${depot}`
