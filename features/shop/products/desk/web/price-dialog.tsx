import { useId, useState } from 'react'
import { deskShopApi } from '#features/shop/products/contract.ts'
import { call } from '#kit/web/call.ts'
import { businessDay } from '#kit/web/dates.ts'
import { formatMoney } from '#kit/web/format.ts'
import { DateField } from '#ui/form/date-field.tsx'
import { Select, TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import type { Currency } from '../../rules.ts'
import type { DeskProductView } from './price-times.ts'
import { priceErrors, readCount, readMoney, type TypedPrice } from './product-errors.ts'

const currencies = [
  { value: 'AUD', label: 'AUD, Australia and elsewhere' },
  { value: 'NZD', label: 'NZD, New Zealand' },
]

/** A price from a day on: with a last day it is an offer, without one it lasts until the next begins. */
export function PriceDialog({ product, onClose }: { product: DeskProductView; onClose: () => void }) {
  const made = useId()
  const idOf = (field: string) => `${made}-${field}`
  const [currency, setCurrency] = useState<Currency>('AUD')
  const [typed, setTyped] = useState<TypedPrice>(() => ({
    ...{ enrollmentFrom: '0', unitPrice: '', startsDate: businessDay() as string, endsDate: '' },
  }))
  const { busy, errors, refused, refuse, send } = useDeskForm(idOf)
  const change = (part: Partial<TypedPrice>) => setTyped({ ...typed, ...part })
  const submit = () => {
    const wrong = priceErrors(typed)
    if (Object.keys(wrong).length > 0) return refuse({ errors: wrong })
    const unitPrice = readMoney(typed.unitPrice)! / 100
    return void send(async () => {
      await call(deskShopApi.addPrice, {
        ...{ productCode: product.productCode, currency, unitPrice },
        enrollmentFrom: readCount(typed.enrollmentFrom)!,
        startsDate: typed.startsDate,
        endsDate: typed.endsDate || null,
      })
      toastSuccess(`${product.name}: ${formatMoney(unitPrice, currency)} was added.`)
      onClose()
    })
  }
  return (
    <FormDialog
      title={`Add a price for ${product.name}`}
      action="Add price"
      {...{ busy, refused, onClose }}
      onSubmit={submit}
    >
      <Select
        label="Currency"
        value={currency}
        options={currencies}
        onChange={(event) => setCurrency(event.target.value as Currency)}
      />
      {product.byEnrollment && (
        <TextField
          id={idOf('enrollmentFrom')}
          required
          label="Minimum enrolment"
          hint="0 for the smallest schools."
          inputMode="numeric"
          className="num"
          autoComplete="off"
          error={errors.enrollmentFrom}
          value={typed.enrollmentFrom}
          onChange={(event) => change({ enrollmentFrom: event.target.value })}
        />
      )}
      <TextField
        id={idOf('unitPrice')}
        required
        label="Unit price, excluding tax"
        inputMode="decimal"
        className="num"
        autoComplete="off"
        placeholder="425.00"
        error={errors.unitPrice}
        value={typed.unitPrice}
        onChange={(event) => change({ unitPrice: event.target.value })}
      />
      <DateField
        id={idOf('startsDate')}
        required
        label="First day"
        value={typed.startsDate}
        error={errors.startsDate}
        onChange={(startsDate) => change({ startsDate })}
      />
      <DateField
        id={idOf('endsDate')}
        label="Last day"
        hint="Only for a special offer: the previous price applies again afterwards. Leave empty for no end date."
        value={typed.endsDate}
        error={errors.endsDate}
        onChange={(endsDate) => change({ endsDate })}
      />
    </FormDialog>
  )
}
