import { type FormEvent, useState } from 'react'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { goTo } from '#kit/web/history.ts'
import { useSearch } from '#kit/web/router.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Link } from '#ui/link.tsx'
import { payInvoiceAddress } from './pay-refusal.ts'

const missing = {
  customerNo: 'Please enter the customer number.',
  invoiceNumber: 'Please enter the invoice number.',
}
type Name = keyof typeof missing

/** Asks for an invoice's two printed numbers. */
export function FindInvoice() {
  const me = useCurrentUser()
  const given = useSearch()
  const [numbers, setNumbers] = useState<Record<Name, string>>({
    customerNo: textOf(given.customerNo) || (me?.customer?.customerNo ?? ''),
    invoiceNumber: textOf(given.InvoiceNumber),
  })
  const [attempts, setAttempts] = useState(0)
  const faults = attempts > 0 ? (Object.keys(missing) as Name[]).filter((name) => numbers[name].trim() === '') : []
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { customerNo, invoiceNumber } = numbers
    if (customerNo.trim() && invoiceNumber.trim()) goTo(payInvoiceAddress(customerNo.trim(), invoiceNumber.trim()))
    else setAttempts(attempts + 1)
  }
  const field = (name: Name, label: string, hint: string) => (
    <TextField
      id={name}
      required
      label={label}
      hint={hint}
      maxLength={40}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      value={numbers[name]}
      error={faults.includes(name) ? missing[name] : undefined}
      onChange={({ target }) => setNumbers({ ...numbers, [name]: target.value })}
    />
  )
  return (
    <form className="stack gap-16 justify-items-start mt-8" onSubmit={submit} noValidate>
      <p className="quiet">
        Enter the two numbers at the top of your invoice. Then we show the amount, and you pay by card. You don’t need
        to sign in.
      </p>
      <ErrorSummary refusal={attempts} errors={faults.map((name) => ({ id: name, text: missing[name] }))} />
      {field('customerNo', 'Customer number', 'For example, 10001')}
      {field('invoiceNumber', 'Invoice number', 'For example, SCINV100001')}
      <Button look="main" type="submit">
        Continue
      </Button>
      {me?.customer && (
        <p className="quiet">
          <Link href="/invoices">All invoices</Link> for {me.customer.name}
        </p>
      )}
    </form>
  )
}

const textOf = (given: string | string[] | undefined) => [given].flat()[0]?.slice(0, 40) ?? ''
