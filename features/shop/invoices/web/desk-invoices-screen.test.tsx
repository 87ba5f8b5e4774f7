import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { billingProblem, type DeskInvoice, deskBillingApi } from '#features/shop/billing/contract.ts'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { invoiceOf, school } from '../../billing/web/testing.ts'
import { DeskInvoicesScreen } from './desk-invoices-screen.tsx'

afterEach(cleanup)

const deskInvoice = (number: number, more: Partial<DeskInvoice> = {}): DeskInvoice => ({
  ...invoiceOf(number, more),
  customerId: 'c1',
  organisation: 'Hillview',
  customerNo: '10001',
  paidNote: '',
  reminders: [],
  ...more,
})
const open = (response: DeskInvoice[], fakes: object = {}, address = '/desk/invoices') =>
  renderScreen(<DeskInvoicesScreen />, {
    api: { ...accountApi, ...deskBillingApi, ...paymentsApi },
    path: '/desk/invoices',
    address,
    fakes: {
      currentUser: () => ({ ...school(['desk']), customer: null }),
      deskInvoices: () => ({ response, totalCount: response.length }),
      deskPayments: () => ({ response: [], totalCount: 0, held: 0 }),
      ...fakes,
    } as object,
  })
const dialog = () => screen.findByRole('dialog')

test('the desk sees all invoices, filters by state, and a single invoice is unfolded', async () => {
  const { calls } = open([deskInvoice(7)], {}, '/desk/invoices?text=SCINV7&status=Overdue&page=x')
  expect(await screen.findByRole('table', { name: 'What SCINV7 bills' })).toBeTruthy()
  expect(calls.find(({ name }) => name === 'deskInvoices')?.input).toEqual({
    page: 1,
    text: 'SCINV7',
    status: 'Overdue',
  })
  expect(screen.getByRole('link', { name: 'PDF of SCINV7' }).getAttribute('href')).toBe('/rest/desk/invoices/i7/pdf')
})

test('the actions depend on the invoice’s state', async () => {
  const acts = () => screen.queryAllByRole('button', { name: /SCINV7$/ }).map((button) => button.textContent)
  open([deskInvoice(7, { invoiceStatus: 'Overdue' })])
  await screen.findByRole('button', { name: 'Remind SCINV7' })
  expect(acts()).toEqual(['SCINV7', 'Paid by transfer SCINV7', 'Remind SCINV7', 'Cancel invoice SCINV7'])
  cleanup()
  open([deskInvoice(7, { invoiceStatus: 'Paid' })])
  await screen.findByRole('button', { name: 'Refund SCINV7' })
  expect(acts()).toEqual(['SCINV7', 'Refund SCINV7'])
  cleanup()
  open([deskInvoice(7, { invoiceStatus: 'Cancelled', endedReason: 'Ordered twice' })])
  expect(await screen.findByText('Ordered twice')).toBeTruthy()
  expect(acts()).toEqual(['SCINV7'])
})

test('an invoice is cancelled with a reason, together with its subscriptions; the input survives a refusal', async () => {
  let refused = true
  const { calls } = open([deskInvoice(7, { orderNumber: 'SCORD7' })], {
    cancelInvoice: () => {
      if (refused) throw billingProblem('not_pending')
      return { response: deskInvoice(7, { invoiceStatus: 'Cancelled' }) }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel invoice SCINV7' }))
  const send = within(await dialog()).getByRole('button', { name: 'Cancel invoice' })
  await userEvent.click(send)
  expect(await screen.findByText('Please enter a reason.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Reason'), 'Ordered twice')
  await userEvent.click(send)
  expect(await screen.findByText('You can only do this to an unpaid invoice.')).toBeTruthy()
  expect((screen.getByLabelText('Reason') as HTMLTextAreaElement).value).toBe('Ordered twice')
  refused = false
  await userEvent.click(send)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.filter(({ name }) => name === 'cancelInvoice').at(-1)?.input).toEqual({
    invoiceId: 'i7',
    reason: 'Ordered twice',
    endSubscriptions: true,
  })
})

test('a bank transfer requires a note; a second reminder on one day is refused with a message', async () => {
  const { calls } = open([deskInvoice(7)], {
    markInvoicePaid: () => ({ response: deskInvoice(7, { invoiceStatus: 'Paid' }) }),
    remindOfInvoice: () => {
      throw billingProblem('reminded_today')
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Paid by transfer SCINV7' }))
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Mark as paid' }))
  expect(await screen.findByText('Please enter how it was paid.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('How it was paid'), 'Statement of 3 June')
  await userEvent.click(screen.getByRole('button', { name: 'Mark as paid' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.find(({ name }) => name === 'markInvoicePaid')?.input).toEqual({
    invoiceId: 'i7',
    note: 'Statement of 3 June',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Remind SCINV7' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Email reminder' }))
  expect(await screen.findByText('A reminder for this invoice was already emailed today.')).toBeTruthy()
})

test('a school’s staff does not see the desk’s invoices', async () => {
  const { calls } = open([deskInvoice(7)], { currentUser: () => school() })
  expect(await screen.findByText('You don’t have permission to do this.')).toBeTruthy()
  expect(calls.map(({ name }) => name)).toEqual(['currentUser'])
})
