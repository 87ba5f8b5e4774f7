import './organisation.css'
import { type CurrentUser, type Customer, detailNames, type Organisation } from '#features/account/contract.ts'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { labels } from './detail-labels.ts'
import { DetailsForm } from './details-form.tsx'
import { Facts } from './facts.tsx'
import { NotForOthers } from './not-for-others.tsx'
import { OnlyPrimary } from './only-primary.tsx'
import { PinBox } from './pin-box.tsx'
import { SchoolHead } from './school-head.tsx'
import { useDetailsForm } from './use-details-form.ts'
import { usePin } from './use-pin.ts'

export function SchoolDetailsScreen() {
  const me = useCurrentUser()
  if (!me?.customer?.organisation || !isSchoolStaff(me)) return <NotForOthers me={me} title="School details" />
  const { customer } = me
  return (
    <div className="organisation-screen">
      <SchoolHead title="School details" at="/schoolDetails" />
      {me.user.roles.includes('primary-contact') ? (
        <OwnDetails me={me} customer={customer} organisation={customer.organisation!} />
      ) : (
        <>
          <OnlyPrimary customer={customer} />
          <Address customer={customer} organisation={customer.organisation!} />
        </>
      )}
    </div>
  )
}

type Known = { customer: Customer; organisation: Organisation }

function OwnDetails({ me, customer, organisation }: Known & { me: CurrentUser }) {
  const { unlocked } = usePin()
  const state = useDetailsForm(customer, organisation, me.user.id, 'school-details')
  // Does not interrupt somebody who is about to save: the form itself asks for the PIN again.
  const editing = unlocked || state.count > 0
  return (
    <>
      {!state.pin.wanted && (
        <PinBox customerId={customer.id}>Details are locked. Enter your school’s PIN to change them.</PinBox>
      )}
      {editing ? <DetailsForm state={state} /> : <Address customer={customer} organisation={organisation} />}
    </>
  )
}

function Address({ customer, organisation }: Known) {
  return (
    <Facts
      facts={[
        ['Customer number', customer.customerNo],
        ...detailNames.map((name): [string, string] => [labels[name], organisation[name]]),
      ]}
    />
  )
}
