import { useEffect, useState } from 'react'
import { TextField } from '#ui/field.tsx'
import type { CartWork } from './use-cart-work.ts'

/** Kept with the cart when the field is left. */
export function PurchaseOrder({ value, work }: { value: string; work: CartWork }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const keep = () => {
    if (typed.trim() !== value) void work.notePurchaseOrder(typed.trim())
  }
  return (
    <TextField
      label="Purchase order number (optional)"
      hint="Stands on the quote and the invoice."
      autoComplete="off"
      maxLength={40}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
    />
  )
}
