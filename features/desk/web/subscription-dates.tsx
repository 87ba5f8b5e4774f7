import { useId, useState } from 'react'
import { deskApi } from '#features/desk/contract.ts'
import { renewalDays } from '#features/shop/subscriptions/rules.ts'
import { dayOfMidnight, isDay } from '#kit/day.ts'
import { call } from '#kit/web/call.ts'
import { DateField } from '#ui/form/date-field.tsx'
import { Checkbox } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import type { SubscriptionView } from './desk-views.ts'

export const noDay = 'Please enter a date, for example 31/12/2027.'

export function SubscriptionDates({ subscription, onClose }: { subscription: SubscriptionView; onClose: () => void }) {
  const { id: subscriptionId, organisation, product } = subscription
  const made = useId()
  const idOf = (field: string) => `${made}-${field}`
  const [from, setFrom] = useState(typedDay(subscription.effectiveStartDate))
  const [until, setUntil] = useState(typedDay(subscription.effectiveEndDate))
  const [due, setDue] = useState(subscription.markedDue)
  const { busy, errors, refused, refuse, send } = useDeskForm(idOf)
  const submit = () => {
    const wrong = {
      ...(isDay(from) ? {} : { effectiveStartDate: noDay }),
      ...(isDay(until) ? {} : { effectiveEndDate: noDay }),
    }
    if (Object.keys(wrong).length > 0) return refuse({ errors: wrong })
    return void send(async () => {
      await call(deskApi.changeSubscription, {
        subscriptionId,
        effectiveStartDate: from,
        effectiveEndDate: until,
        markedDue: due,
      })
      toastSuccess(`${product.name} for ${organisation} was changed.`)
      onClose()
    })
  }
  return (
    <FormDialog
      title={`${product.name} of ${organisation}`}
      action="Save"
      busy={busy}
      refused={refused}
      onClose={onClose}
      onSubmit={submit}
    >
      <DateField
        id={idOf('effectiveStartDate')}
        required
        label="From"
        value={from}
        onChange={setFrom}
        error={errors.effectiveStartDate}
      />
      <DateField
        id={idOf('effectiveEndDate')}
        required
        label="Until"
        hint="The last day of the subscription."
        value={until}
        onChange={setUntil}
        error={errors.effectiveEndDate}
      />
      <Checkbox label="Mark as due for renewal now" checked={due} onChange={(event) => setDue(event.target.checked)} />
      <p className="why">
        If unticked, a paid subscription is due from {renewalDays} days before it ends, unless a later term follows.
      </p>
    </FormDialog>
  )
}

const typedDay = (at: Date | null): string => (at ? dayOfMidnight(at) : '')
