import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { billingProblem, payInvoiceApi } from '#features/shop/billing/contract.ts'
import { cardForm, puzzle, watchCardPage } from '#features/shop/payments/web/card-page-testing.ts'
import { Problem } from '#kit/problem.ts'
import { onMove } from '#kit/web/history.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { humanCheckApi } from '#platform/human-check/contract.ts'
import { PayInvoiceScreen } from './pay-invoice-screen.tsx'

vi.mock('#platform/human-check/web/solve-puzzle.ts', () => ({ solvePuzzle: async () => 'the answer' }))

let posted: ReturnType<typeof watchCardPage>
beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('isSecureContext', true)
  posted = watchCardPage()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const pair = { path: '/payInvoice/$customerNo/$InvoiceNumber', address: '/payInvoice/10001/SCINV10004' }
const open = (fakes: object = {}, at: { path: string; address?: string } = pair) =>
  renderScreen(<PayInvoiceScreen />, {
    api: { ...accountApi, ...humanCheckApi, ...payInvoiceApi },
    ...at,
    fakes: {
      currentUser: () => {
        throw new Problem('sign_in_required', 403, ['Please sign in.'])
      },
      humanCheck: () => ({ response: puzzle }),
      invoiceAmount: () => ({ displayAmount: '310.20', currency: 'AUD', dateDue: '2020-03-31' }),
      ...fakes,
    } as object,
  })
const pay = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Pay by card' })
const solve = async () => {
  await userEvent.click(await screen.findByRole('checkbox', { name: 'I am not a robot' }))
  await screen.findByText('Checked. You can continue.')
}
const refusing = (problem: Problem) => () => {
  throw problem
}
const alertText = async () => (await screen.findByRole('alert')).textContent

test('the amount is shown, and after the human check the hidden form is posted to the card page', async () => {
  const { calls } = open({ invoiceSecurePay: () => ({ response: cardForm }) })
  expect(await screen.findByText('$310.20\u00a0AUD', { normalizer: (text) => text })).toBeTruthy()
  expect(screen.getByText(/March 31, 2020/).textContent).toBe('March 31, 2020 Overdue')
  await solve()
  await userEvent.click(await pay())
  await waitFor(() => expect(posted).toHaveLength(1))
  expect(posted[0]).toMatchObject({
    action: 'https://card.example/live/v2/invoice',
    members: { primary_ref: 'SCORD100001-x1', amount: '31020' },
  })
  expect(
    calls.filter(({ name }) => !['currentUser', 'humanCheck'].includes(name)).map(({ name, input }) => [name, input]),
  ).toEqual([
    ['invoiceAmount', { customerNo: '10001', InvoiceNumber: 'SCINV10004' }],
    ['invoiceSecurePay', { customerNo: '10001', invoiceNumber: 'SCINV10004', recaptcha_token: 'the answer' }],
  ])
})

test('without the human check nothing is requested, and a message says what is missing', async () => {
  const { calls } = open()
  await userEvent.click(await pay())
  expect(await alertText()).toBe('Please verify that you are not a robot.')
  expect((await pay()).disabled).toBe(false)
  expect(calls.map(({ name }) => name)).not.toContain('invoiceSecurePay')
})

test('a wrong pair of numbers does not reveal which is wrong, and can be corrected', async () => {
  open({ invoiceAmount: refusing(billingProblem('wrong_pair')) })
  expect(await alertText()).toBe(billingProblem('wrong_pair').messages[0])
  expect(screen.queryByRole('button', { name: 'Pay by card' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Change numbers' }).getAttribute('href')).toBe(
    '/payInvoice?customerNo=10001&InvoiceNumber=SCINV10004',
  )
})

test.each([
  [new Problem('cart_expired', 400, ['SHOPPING_CART_EXPIRED']), 'Something went wrong, please try again later.'],
  [new Problem('x', 400, ['The first message', 'the second']), 'The first message'],
])('a refused payment shows the first message', async (problem, sentence) => {
  open({ invoiceSecurePay: refusing(problem) })
  await solve()
  await userEvent.click(await pay())
  expect(await alertText()).toBe(sentence)
  expect(posted).toEqual([])
})

test('an expired amount is refused with the fixed message', async () => {
  open({ invoiceAmount: refusing(new Problem('cart_expired', 400, ['SHOPPING_CART_EXPIRED'])) })
  expect(await alertText()).toBe('Something went wrong, please try again later.')
})

test('after a declined card the page says that the invoice is still unpaid', async () => {
  open({}, { ...pair, address: `${pair.address}?payment=declined` })
  expect(await screen.findByText('The card was declined')).toBeTruthy()
  expect(screen.getByText(/The invoice is still outstanding/)).toBeTruthy()
  expect(posted).toEqual([])
})

test('the two numbers are asked for, and lead to the invoice', async () => {
  open({}, { path: '/payInvoice' })
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Please enter the invoice number.')
  const moves: string[] = []
  onMove(({ to }) => moves.push(to.pathname))
  await userEvent.type(screen.getByLabelText('Customer number'), ' 10001')
  await userEvent.type(screen.getByLabelText('Invoice number'), 'SCINV10004 {Enter}')
  // The test has no other screen, and an unknown address leads home.
  expect(moves[0]).toBe('/payInvoice/10001/SCINV10004')
})
