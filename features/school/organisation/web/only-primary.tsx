import type { Customer } from '#features/account/contract.ts'
import { nameOf } from '#features/school/organisation/rules.ts'

/** Shows other staff who can change the details. */
export function OnlyPrimary({ customer }: { customer: Customer }) {
  const primary = customer.contacts?.find(({ primaryContact }) => primaryContact)
  return (
    <p className="lead">
      Only the primary contact can change this
      {primary ? (
        <>
          : {nameOf(primary)}, <a href={`mailto:${primary.email}`}>{primary.email}</a>.
        </>
      ) : (
        '.'
      )}
    </p>
  )
}
