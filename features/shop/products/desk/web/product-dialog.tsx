import { useId, useState } from 'react'
import { deskShopApi } from '#features/shop/products/contract.ts'
import { call } from '#kit/web/call.ts'
import { Checkbox, Select, TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import { productCategories, productErrors as whatDoesNotFit } from '../../rules.ts'
import type { DeskProductView } from './price-times.ts'
import { productErrors, readCount } from './product-errors.ts'

const types = [
  { value: 'SUBSCRIPTION', label: 'Subscription' },
  { value: 'Z3950_ONLY', label: 'Z39.50 only' },
]

const typedOf = (product: DeskProductView | undefined) => ({
  productCode: product?.productCode ?? '',
  name: product?.name ?? '',
  productCategory: product?.productCategory ?? productCategories[0],
  summary: product?.summary ?? '',
  description: product?.description ?? '',
  givesTerm: product ? product.termMonths !== null : false,
  termMonths: String(product?.termMonths ?? 12),
  typeName: product?.typeName || 'SUBSCRIPTION',
  byEnrollment: product?.byEnrollment ?? false,
  physical: product?.physical ?? false,
  mostInCart: String(product?.mostInCart ?? 1),
})
type Typed = ReturnType<typeof typedOf>

/** Adds a product, or edits another one's properties. */
export function ProductDialog({
  product,
  onClose,
  onDone,
}: {
  product?: DeskProductView
  onClose: () => void
  onDone?: (code: string) => void
}) {
  const made = useId()
  const idOf = (field: string) => `${made}-${field}`
  const [typed, setTyped] = useState<Typed>(() => typedOf(product))
  const { busy, errors, refused, refuse, send } = useDeskForm(idOf)
  const change = (part: Partial<Typed>) => setTyped({ ...typed, ...part })
  const submit = () => {
    const wrong = productErrors(typed)
    // An existing product's code is not editable.
    if (product) delete wrong.productCode
    if (Object.keys(wrong).length > 0) return refuse({ errors: wrong })
    const { givesTerm, termMonths, typeName, mostInCart, ...rest } = typed
    const members = {
      ...rest,
      termMonths: givesTerm ? readCount(termMonths)! : null,
      typeName: givesTerm ? typeName : '',
      mostInCart: readCount(mostInCart)!,
    }
    const unfit = whatDoesNotFit(members)
    if (Object.keys(unfit).length > 0) return refuse({ errors: unfit })
    return void send(async () => {
      if (product)
        await call(deskShopApi.changeProduct, { ...members, changedDate: product.changedDate?.toISOString() ?? '' })
      else await call(deskShopApi.addProduct, members)
      toastSuccess(product ? `${typed.name} was changed.` : `${typed.name} was added. Add a price to offer it.`)
      onClose()
      onDone?.(typed.productCode)
    })
  }
  const text = (name: 'name' | 'summary' | 'description', maxLength: number) => ({
    id: idOf(name),
    error: errors[name],
    value: typed[name],
    autoComplete: 'off',
    maxLength,
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  return (
    <FormDialog
      title={product ? `Change ${product.name}` : 'Add a product'}
      action={product ? 'Save' : 'Add product'}
      {...{ busy, refused, onClose }}
      onSubmit={submit}
    >
      {!product && (
        <TextField
          id={idOf('productCode')}
          required
          label="Code"
          hint="Capitals and digits. You can’t change it later. A subscription with SAF in its code gives access to the authority files."
          autoComplete="off"
          maxLength={20}
          error={errors.productCode}
          value={typed.productCode}
          onChange={(event) => change({ productCode: event.target.value.toUpperCase() })}
        />
      )}
      <TextField required label="Name" {...text('name', 120)} />
      <Select
        id={idOf('productCategory')}
        label="Category"
        error={errors.productCategory}
        value={typed.productCategory}
        options={productCategories.map((value) => ({ value, label: value }))}
        onChange={(event) => change({ productCategory: event.target.value as Typed['productCategory'] })}
      />
      <TextField label="Summary" hint="One sentence, shown in the product list." {...text('summary', 300)} />
      <TextField
        label="Description"
        hint="Shown on the product’s page. Leave a blank line between paragraphs."
        {...text('description', 4000)}
        rows={5}
      />
      <div>
        <Checkbox
          label="Includes a subscription"
          checked={typed.givesTerm}
          onChange={(event) => change({ givesTerm: event.target.checked })}
        />
        <Checkbox
          label="Price depends on enrolment"
          checked={typed.byEnrollment}
          onChange={(event) => change({ byEnrollment: event.target.checked })}
        />
        <Checkbox
          label="Sent by post"
          checked={typed.physical}
          onChange={(event) => change({ physical: event.target.checked })}
        />
      </div>
      {typed.givesTerm && (
        <>
          <TextField
            id={idOf('termMonths')}
            required
            label="Months"
            inputMode="numeric"
            className="num"
            autoComplete="off"
            error={errors.termMonths}
            value={typed.termMonths}
            onChange={(event) => change({ termMonths: event.target.value })}
          />
          <Select
            id={idOf('typeName')}
            label="Subscription type"
            error={errors.typeName}
            value={typed.typeName}
            options={types}
            onChange={(event) => change({ typeName: event.target.value })}
          />
        </>
      )}
      <TextField
        id={idOf('mostInCart')}
        required
        label="Maximum per order"
        inputMode="numeric"
        className="num"
        autoComplete="off"
        error={errors.mostInCart}
        value={typed.mostInCart}
        onChange={(event) => change({ mostInCart: event.target.value })}
      />
    </FormDialog>
  )
}
