import { useId, useState } from 'react'
import { deskApi } from '#features/desk/contract.ts'
import { subscriptionTypes } from '#features/desk/rules.ts'
import { activationKinds } from '#features/school/activation/rules.ts'
import { lastDayOfTerm } from '#features/shop/orders/rules.ts'
import { deskShopApi } from '#features/shop/products/contract.ts'
import { isDay } from '#kit/day.ts'
import { call } from '#kit/web/call.ts'
import { businessDay } from '#kit/web/dates.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { DateField } from '#ui/form/date-field.tsx'
import { Select } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { ErrorBox } from '#ui/notices.tsx'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import { typeLabel } from './desk-labels.ts'
import { OrganisationField } from './organisation-field.tsx'
import { noDay } from './subscription-dates.tsx'

type Organisation = { id: string; name: string }

/** The default: a year from today. */
function aYear(): { from: string; until: string } {
  const from = businessDay()
  return { from, until: lastDayOfTerm(from, 12) }
}

export function AddSubscription({ organisation, onClose }: { organisation?: Organisation; onClose: () => void }) {
  const made = useId()
  const idOf = (field: string) => `${made}-${field}`
  const [chosen, setChosen] = useState<Organisation | undefined>(organisation)
  const [type, setType] = useState<(typeof subscriptionTypes)[number]>('SUBSCRIPTION')
  const [code, setCode] = useState('')
  const { products, problem, again } = useProducts()
  const [{ from, until }, setTerm] = useState(aYear)
  const { busy, errors, refused, refuse, send } = useDeskForm(idOf)
  const submit = () => {
    const wrong = {
      ...(chosen ? {} : { customerId: 'Please choose an organisation.' }),
      ...(code ? {} : { productCode: 'Please choose a product.' }),
      ...(isDay(from) ? {} : { effectiveStartDate: noDay }),
      ...(isDay(until) ? {} : { effectiveEndDate: noDay }),
    }
    if (Object.keys(wrong).length > 0) return refuse({ errors: wrong })
    const name = products!.find(({ value }) => value === code)!.name
    return void send(async () => {
      await call(deskApi.addSubscription, {
        customerId: chosen!.id,
        type,
        productCode: code,
        productName: name,
        effectiveStartDate: from,
        effectiveEndDate: until,
      })
      toastSuccess(`${chosen!.name} has ${name} now.`)
      onClose()
    })
  }
  return (
    <FormDialog
      title={organisation ? `Add a subscription to ${organisation.name}` : 'Add a subscription'}
      action="Add"
      busy={busy}
      refused={refused}
      onClose={onClose}
      onSubmit={submit}
    >
      {!organisation && (
        <OrganisationField
          required
          id={idOf('customerId')}
          error={errors.customerId}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      <Select
        id={idOf('productCode')}
        required
        label="Product"
        error={errors.productCode}
        value={code}
        disabled={!products}
        options={[{ value: '', label: products ? 'Choose a product' : 'Loading…' }, ...(products ?? [])]}
        onChange={({ target }) => {
          setCode(target.value)
          const kind = Object.values(activationKinds).find(({ productCode }) => productCode === target.value)
          setType(kind?.typeName ?? 'SUBSCRIPTION')
        }}
      />
      {problem && !products && <ErrorBox messages={problem.messages} onRetry={again} />}
      <Select
        label="Type"
        value={type}
        options={subscriptionTypes.map((value) => ({ value, label: typeLabel(value) }))}
        onChange={(event) => setType(event.target.value as typeof type)}
      />
      <DateField
        id={idOf('effectiveStartDate')}
        required
        label="From"
        value={from}
        onChange={(day) => setTerm({ from: day, until })}
        error={errors.effectiveStartDate}
      />
      <DateField
        id={idOf('effectiveEndDate')}
        required
        label="Until"
        value={until}
        onChange={(day) => setTerm({ from, until: day })}
        error={errors.effectiveEndDate}
      />
    </FormDialog>
  )
}

/** Subscriptions of the shop that are not withdrawn, and those that one-time links give. */
function useProducts() {
  const { reply, problem, again } = useLatestReply(deskShopApi.deskProducts, {})
  const products =
    reply &&
    [
      ...reply.response
        .filter(({ termMonths, withdrawnDate }) => termMonths !== null && withdrawnDate === null)
        .map(({ productCode, name }) => ({ value: productCode, name })),
      ...Object.values(activationKinds).map(({ productCode, productName }) => ({
        value: productCode,
        name: productName,
      })),
    ].map(({ value, name }) => ({ value, name, label: `${name} (${value})` }))
  return { products, problem, again }
}
