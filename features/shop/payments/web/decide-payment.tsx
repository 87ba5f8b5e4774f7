import { CircleAlert, TriangleAlert } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { formatMoney } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { Icon } from '#ui/icon.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { toastFailure, toastSuccess } from '#ui/overlay/toast.tsx'
import { describeHold } from '../rules.ts'
import {
  type DeskPaymentView,
  type EventView,
  reportedAmount,
  resolutionNames,
  resolutions,
} from './desk-payment-labels.ts'

/**
 * The problem with held money, what to do, and the decision, which stays in the ledger. `came`: the event that caused
 * the hold.
 */
export function DecidePayment({ payment, came }: { payment: DeskPaymentView; came: EventView | undefined }) {
  const made = useId()
  // After a first payment was accepted, a second one can pay for nothing.
  const names = payment.state === 'HELD' ? resolutionNames : resolutionNames.filter((name) => name !== 'ACCEPTED')
  const idOf = (field: string) => (field === 'resolution' ? `${made}-${names[0]}` : `${made}-${field}`)
  const [chosen, setChosen] = useState<(typeof resolutionNames)[number]>()
  const [note, setNote] = useState('')
  const { busy, errors, refused, refuse, send } = useDeskForm(idOf)
  const { wrong, todo } = describeHold(payment.holdReason)
  const amount = formatMoney(payment.amount, payment.currency)
  const taken = came && reportedAmount(came, payment.currency)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const missing = {
      ...(chosen ? {} : { resolution: 'Please choose what to do.' }),
      ...(note.trim() ? {} : { note: 'Please note what you found, for later reference.' }),
    }
    if (Object.keys(missing).length > 0) return refuse({ errors: missing })
    void send(async () => {
      try {
        await call(paymentsApi.resolvePayment, { id: payment.id, resolution: chosen!, note: note.trim() })
        toastSuccess(`Decided: ${resolutions[chosen!].done.toLowerCase()}.`)
      } catch (error) {
        // The second of two concurrent decisions is refused, and shows the first one's result.
        if (!(error instanceof Problem && error.code === 'not_held')) throw error
        toastFailure(error)
      }
    })
  }
  return (
    <section className="decide-payment mt-22 rounded on-surface" aria-labelledby={`${made}-title`}>
      <h2 className="flex gap-10 items-start text-17" id={`${made}-title`}>
        <Icon className="mt-4 ink-warn" of={TriangleAlert} />
        {wrong}
      </h2>
      {taken && taken !== amount && (
        <p className="num measure mt-4 ink-2 text-small">
          Requested: <strong>{amount}</strong>. Charged: <strong>{taken}</strong>.
        </p>
      )}
      <p className="measure mt-4 ink-2 text-small">{todo}</p>
      <form className="stack gap-16 justify-items-start mt-16" noValidate onSubmit={submit}>
        {refused && <ErrorBox messages={refused} />}
        <fieldset aria-describedby={errors.resolution ? `${made}-missing` : undefined}>
          <legend className="required pb-4 text-small weight-600">What do you want to do?</legend>
          {errors.resolution && (
            <p className="row gap-6 weight-500 ink-bad text-note" id={`${made}-missing`}>
              <Icon of={CircleAlert} small />
              {errors.resolution}
            </p>
          )}
          {names.map((name) => (
            <label key={name} className="check py-6">
              <input
                type="radio"
                id={`${made}-${name}`}
                name={made}
                required
                checked={chosen === name}
                aria-labelledby={`${made}-${name}-label`}
                aria-describedby={`${made}-${name}-does`}
                onChange={() => setChosen(name)}
              />
              <span>
                <span id={`${made}-${name}-label`}>{resolutions[name].label}</span>
                <span className="does remark block" id={`${made}-${name}-does`}>
                  {resolutions[name].does}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <TextField
          id={idOf('note')}
          required
          label="Note"
          hint="Kept in the payment’s history with your name. Not shown to the school."
          rows={2}
          maxLength={500}
          error={errors.note}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Button look="main" type="submit" busy={busy}>
          Save decision
        </Button>
      </form>
    </section>
  )
}
