import type { BillingDetails } from '#features/shop/billing/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { settings } from '#kit/web/settings.ts'
import { Link } from '#ui/link.tsx'

export type BillingView = Dated<BillingDetails>

/** The billed organisation, its contacts and terms; each with a link to change it. */
export function BilledTo({ details }: { details: BillingView }) {
  const { name, customerNo, address, contacts, currency, taxName, taxPercent, paymentDays } = details
  const rows: [string, string][] = [
    ['Currency', currencies[currency] ?? currency],
    [taxName, taxPercent > 0 ? `${taxPercent}% on all items` : 'Not charged'],
    ['Payment due', `Within ${paymentDays} days`],
  ]
  return (
    <div className="billed-to stack line-above">
      <section aria-labelledby="billed-to-name">
        <h2 className="remark weight-500 mb-6" id="billed-to-name">
          Billed to
        </h2>
        <address className="stack upright anywhere">
          <strong>{name}</strong>
          {address.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines of an address may be equal
            <span key={i}>{line}</span>
          ))}
          <span className="quiet num">Customer number {customerNo}</span>
        </address>
        <p className="way mt-8 text-small">
          <Link href="/schoolDetails">Change name and address</Link>
        </p>
      </section>
      <section aria-labelledby="billed-to-contacts">
        <h2 className="remark weight-500 mb-6" id="billed-to-contacts">
          Invoice emails go to
        </h2>
        {contacts.length === 0 ? (
          <p className="quiet">No contacts yet.</p>
        ) : (
          <ul className="stack gap-10">
            {contacts.map(({ firstName, lastName, email, primary }) => (
              <li className="stack anywhere" key={email}>
                <strong>{`${firstName} ${lastName}`.trim() || email}</strong>
                <span className="quiet text-note">{primary ? 'Primary contact' : 'Invoices'}</span>
                <span>{email}</span>
              </li>
            ))}
          </ul>
        )}
        <p className="way mt-8 text-small">
          <Link href="/myContacts">Change contacts</Link>
        </p>
      </section>
      <section aria-labelledby="billed-to-terms">
        <h2 className="remark weight-500 mb-6" id="billed-to-terms">
          Terms
        </h2>
        <dl>
          {rows.map(([label, value]) => (
            <div className="stack gap-12" key={label}>
              <dt className="ink-2">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <p className="way mt-8 text-small">
          <a href={`mailto:${settings.supportEmail}`}>Contact the customer team</a>
        </p>
      </section>
    </div>
  )
}

const currencies: Record<string, string> = { AUD: 'Australian dollars (AUD)', NZD: 'New Zealand dollars (NZD)' }
