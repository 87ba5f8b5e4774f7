import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { type DeskPayment, type PaymentEvent, paymentProblem, paymentsApi } from '#features/shop/payments/contract.ts'
import { type fakeServer, renderScreen } from '#kit/web/testing.tsx'
import { DeskPaymentScreen } from './desk-payment-screen.tsx'
import { DeskPaymentsScreen } from './desk-payments-screen.tsx'

const api = { ...accountApi, ...paymentsApi }
type Fakes = Parameters<typeof fakeServer<typeof api>>[1]

const payment = (change: Partial<DeskPayment> = {}): DeskPayment => ({
  ...{ id: 'p1', reference: 'SCORD100001-x7', state: 'APPROVED', orderNumber: 'SCORD100001', invoiceNumber: null },
  ...{ amount: 482.9, currency: 'AUD', createdDate: '2026-11-20T01:00:00.000Z', endedDate: '2026-11-20T01:02:00.000Z' },
  ...{ transactionID: '998877', card: '444433...111', resultText: 'Approved', paidBy: 'Ann Lee', receiptId: 'r1' },
  ...{ customerId: 'c1', organisation: 'Hillview', customerNo: '10001', holdReason: '', resolution: '', held: false },
  ...{ resolvedBy: '', resolvedDate: null },
  ...change,
})
const held = payment({
  id: 'p2',
  state: 'HELD',
  held: true,
  holdReason: 'OTHER_AMOUNT',
  receiptId: null,
  organisation: 'Riverside',
})
const event: PaymentEvent = {
  ...{ id: 'e1', happenedDate: '2026-11-20T01:02:00.000Z', kind: 'HELD', way: 'callback', amount: 1 },
  ...{ transactionID: '998877', resultCode: '00', resultText: 'Approved', by: '', note: 'OTHER_AMOUNT' },
  currency: 'NZD',
}

const team = { id: 'd', username: 'd', email: 'd@p.example', firstName: 'C', lastName: 'D', roles: ['desk' as const] }
const shared: Fakes = { currentUser: () => ({ user: team, customer: null }) }

function openList(payments: DeskPayment[], address = '/desk/payments') {
  const view = renderScreen(<DeskPaymentsScreen />, {
    api,
    path: '/desk/payments',
    address,
    fakes: {
      ...shared,
      deskPayments: ({ state }) => {
        const response = payments.filter((each) => !state || each.state === state)
        return {
          response,
          totalCount: response.length,
          held: payments.filter((each) => each.state === 'HELD').length,
        }
      },
    },
  })
  return (name: string) => view.calls.filter((each) => each.name === name).map(({ input }) => input)
}

function openOne(shown: DeskPayment, fakes: Fakes = {}) {
  const view = renderScreen(<DeskPaymentScreen />, {
    api,
    path: '/desk/payments/$id',
    address: `/desk/payments/${shown.id}`,
    fakes: {
      ...shared,
      deskPayment: () => ({ response: { ...shown, events: [event] } }),
      resolvePayment: () => ({ response: { ...shown, state: 'RESOLVED' as const } }),
      ...fakes,
    },
  })
  return (name: string) => view.calls.filter((each) => each.name === name).map(({ input }) => input)
}

afterEach(cleanup)

test('undecided payments come before everything else, with an explanation', async () => {
  openList([payment(), held])
  const first = within(await screen.findByRole('region', { name: 'One payment needs your review' }))
  expect(first.getByText('The amount charged differs from the amount requested.')).toBeTruthy()
  expect(first.getByRole('link', { name: 'Review the payment from Riverside' }).getAttribute('href')).toBe(
    '/desk/payments/p2',
  )
  expect(first.queryByText(/Hillview/)).toBeNull()
})

test('without undecided payments there is no such section', async () => {
  openList([payment()])
  expect(await screen.findByRole('link', { name: 'Hillview' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: /decision/ })).toBeNull()
})

test('the list is fetched by the state and words in its address', async () => {
  const inputsOf = openList([payment()], '/desk/payments?state=APPROVED&text=hill&page=2')
  await waitFor(() => expect(inputsOf('deskPayments')).toEqual([{ state: 'APPROVED', text: 'hill', page: 2 }]))
})

test('a payment shows its whole history, and that nothing is to be decided', async () => {
  openOne(payment())
  const ledger = within(await screen.findByRole('table', { name: 'Activity' }))
  expect(ledger.getByText('Held for review')).toBeTruthy()
  expect(ledger.getByText('The amount charged differs from the amount requested.')).toBeTruthy()
  expect(ledger.getByText('reported by the card page')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save decision' })).toBeNull()
})

test('a decision requires a choice and a note, and is sent with both', async () => {
  const sent = openOne(held)
  const decide = await screen.findByRole('button', { name: 'Save decision' })
  await userEvent.click(decide)
  expect(screen.getByText('Please choose what to do.')).toBeTruthy()
  expect(screen.getByText(/Please note what you found/)).toBeTruthy()
  expect(sent('resolvePayment')).toEqual([])
  await userEvent.click(screen.getByRole('radio', { name: 'The money was refunded' }))
  await userEvent.type(screen.getByLabelText('Note'), ' Given back today. ')
  await userEvent.click(decide)
  await waitFor(() =>
    expect(sent('resolvePayment')).toEqual([{ id: 'p2', resolution: 'GIVEN_BACK', note: 'Given back today.' }]),
  )
})

test('money for something paid meanwhile cannot be accepted, and the input stays', async () => {
  openOne(held, {
    resolvePayment: () => {
      throw paymentProblem('paid_already')
    },
  })
  await userEvent.click(await screen.findByRole('radio', { name: 'Accept the payment' }))
  const note = screen.getByLabelText<HTMLTextAreaElement>('Note')
  await userEvent.type(note, 'Seen on the account.')
  await userEvent.click(screen.getByRole('button', { name: 'Save decision' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Please refund the money.')
  expect(note.value).toBe('Seen on the account.')
})

test('the second person to decide sees the first decision', async () => {
  let decided = false
  openOne(held, {
    deskPayment: () => ({
      response: {
        ...held,
        ...(decided ? { held: false, state: 'RESOLVED', resolution: 'NOT_PAID' } : {}),
        events: [event],
      },
    }),
    resolvePayment: () => {
      decided = true
      throw paymentProblem('not_held')
    },
  })
  await userEvent.click(await screen.findByRole('radio', { name: 'Accept the payment' }))
  await userEvent.type(screen.getByLabelText('Note'), 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Save decision' }))
  expect(await screen.findByText('No money received')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save decision' })).toBeNull()
})

test('the requested and the received amount are shown with the decision', async () => {
  openOne(held)
  const decide = await screen.findByRole('region', { name: /amount charged differs/ })
  expect(decide.textContent).toMatch(/Requested: \$482\.90.AUD\. Charged: \$1\.00.AUD\./)
})

test('money in another currency is not shown in ours', async () => {
  const note = 'OTHER_CURRENCY'
  openOne(payment({ state: 'HELD', held: true, holdReason: note }), {
    deskPayment: () => ({
      response: {
        ...payment({ state: 'HELD', held: true, holdReason: note }),
        events: [{ ...event, amount: 482.9, note }],
      },
    }),
  })
  const ledger = await screen.findByRole('table', { name: 'Activity' })
  expect(ledger.textContent).toContain('482.90, not AUD')
  expect((await screen.findByRole('region', { name: /currency charged differs/ })).textContent).toContain(
    'Charged: 482.90, not AUD.',
  )
})

test('values that the card page has not signed are shown as not verified', async () => {
  openOne(held)
  const ledger = await screen.findByRole('table', { name: 'Activity' })
  expect(ledger.textContent).toContain('Reported, not verified: 00 Approved, in NZD')
  expect(screen.getByRole('columnheader', { name: 'Transaction (not verified)' })).toBeTruthy()
  // On a phone the table has no headings.
  expect(within(ledger).getByRole('cell', { name: '998877' }).dataset.label).toBe('transaction, not verified:')
  const marked = screen.getAllByText('Not verified').map((each) => each.closest('dd')!.parentElement!.textContent)
  expect(marked).toEqual([
    'Transaction998877Not verified',
    'Card444433...111Not verified',
    'Bank’s answerApprovedNot verified',
  ])
})

test('the list marks them too, where a declined payment says why', async () => {
  openList([payment({ state: 'DECLINED', transactionID: 'T1', card: '4444...111', resultText: 'Expired Card' })])
  const [, line] = await screen.findAllByRole('row')
  expect(line!.textContent).toContain('T1 · 4444...111 · not verified')
  expect(line!.textContent).toContain('Expired Card (not verified)')
})

test('money that arrived a second time cannot be accepted', async () => {
  openOne(payment({ held: true, holdReason: 'SECOND_APPROVAL' }))
  expect(await screen.findByRole('radio', { name: 'The money was refunded' })).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'No money received' })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: 'Accept the payment' })).toBeNull()
})

test('a decision is shown in the desk’s words, not in the card page’s', async () => {
  const decided: PaymentEvent = {
    ...event,
    ...{ id: 'e2', kind: 'RESOLVED', way: 'desk', amount: null, resultCode: 'GIVEN_BACK', resultText: '' },
    ...{ by: 'Customer Desk', note: 'Seen on the list.' },
  }
  openOne(held, { deskPayment: () => ({ response: { ...payment(), events: [decided] } }) })
  const ledger = await screen.findByRole('table', { name: 'Activity' })
  expect(ledger.textContent).toContain('Money refunded')
  expect(ledger.textContent).toContain('Seen on the list.')
  expect(ledger.textContent).not.toContain('not verified:')
})
