import { useEffect, useId, useState } from 'react'
import { TextField } from '#ui/field.tsx'
import type { CartWork } from './use-cart-work.ts'

/** Kept with the cart when the field is left. */
export function PurchaseOrder({ value, work }: { value: string; work: CartWork }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const id = useId()
  const keep = async (text: string) => {
    work.unsaved.delete(id)
    if (text !== value && !(await work.notePurchaseOrder(text))) work.unsaved.set(id, () => void keep(text))
  }
  return (
    <TextField
      id={id}
      label="Purchase order number (optional)"
      hint="Stands on the quote and the invoice."
      autoComplete="off"
      maxLength={40}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        work.unsaved.set(id, () => void keep(target.value.trim()))
      }}
      onBlur={() => void keep(typed.trim())}
      onKeyDown={(event) => event.key === 'Enter' && void keep(typed.trim())}
    />
  )
}
