import { contactNamed } from '#features/billing/rules.ts'
import type { Order } from '#features/orders/contract.ts'
import { Link } from '#ui/link.tsx'

/** Who orders: as it will stand on the invoice. */
export function OrderOrganisation({ order: { organisation, hasPostage } }: { order: Order }) {
  const { name, streetAddress1, streetAddress2, suburbCity, state, postCode, country, type, contacts } = organisation
  const named = contactNamed(contacts)
  const address = [streetAddress1, streetAddress2, [suburbCity, state, postCode].filter(Boolean).join(' '), country]
  return (
    <section className="order-who" aria-labelledby="order-organisation">
      <header>
        <h2 id="order-organisation">Organisation</h2>
        <Link href="/schoolDetails">Change</Link>
      </header>
      <div className="order-facts">
        <div>
          <h3>Invoice to</h3>
          <address>
            <strong>{name}</strong>
            {named && (
              <span>
                {named.firstName} {named.lastName}
              </span>
            )}
            {address.filter(Boolean).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          {type && <p className="quiet">{type}</p>}
        </div>
        {hasPostage && (
          <div>
            <h3>Deliver to</h3>
            <address>{organisation.deliveryAddress || 'The same address'}</address>
          </div>
        )}
        <div>
          <h3>Contacts</h3>
          <ul>
            {contacts.map(({ type: kind, firstName, lastName, email }) => (
              <li key={`${kind} ${email}`}>
                {firstName} {lastName}
                <span className="quiet">{kind === 'BILLING' ? 'Invoicing contact' : 'Primary contact'}</span>
                <span className="quiet">{email}</span>
              </li>
            ))}
          </ul>
          <p className="quiet">They are mailed the invoice or receipt.</p>
        </div>
      </div>
    </section>
  )
}
