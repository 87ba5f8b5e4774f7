import { type FormEvent, useState } from 'react'
import { useCurrentUser, useWayBack } from '#features/account/web/account-parts.tsx'
import { goTo } from '#kit/web/history.ts'
import { useSearch } from '#kit/web/router.tsx'
import { settings } from '#kit/web/settings.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { TextField } from '#ui/form/field.tsx'
import { CardScreen } from '#ui/screen/card-screen.tsx'
import { payInvoiceAddress } from './pay-refusal.ts'

const missing = {
  customerNo: 'Please enter the customer number.',
  invoiceNumber: 'Please enter the invoice number.',
}
type Name = keyof typeof missing

/** Form for an invoice's two printed numbers. */
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
    <CardScreen
      className="pay-invoice"
      title="Pay an invoice"
      whose={`Pay ${settings.providerName} by card`}
      next={<p>You see the amount and the due date before you pay.</p>}
      back={useWayBack({ href: '/invoices', title: me?.customer ? `Invoices for ${me.customer.name}` : 'Invoices' })}
    >
      <form className="stack gap-16 justify-items-start" onSubmit={submit} noValidate>
        <p className="quiet">Enter the two numbers at the top of your invoice. You don’t need to sign in.</p>
        <ErrorSummary refusal={attempts} errors={faults.map((name) => ({ id: name, text: missing[name] }))} />
        {field('customerNo', 'Customer number', 'For example, 10001')}
        {field('invoiceNumber', 'Invoice number', 'For example, SCINV100001')}
        <Button look="main" type="submit">
          Continue
        </Button>
      </form>
    </CardScreen>
  )
}

const textOf = (given: string | string[] | undefined) => [given].flat()[0]?.slice(0, 40) ?? ''
