import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { cartProblem, ownCartApi } from '#features/shop/cart/contract.ts'
import { orderProblem, quotesApi } from '#features/shop/orders/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { CartScreen } from './cart-screen.tsx'
import { describeExpiry } from './cart-totals.tsx'
import { emptyCart, line, shownCart } from './testing.ts'

afterEach(cleanup)

const me = (roles: string[]) => ({
  user: { id: 'u1', username: 'l', email: 'l@x.example', firstName: 'L', lastName: 'B', roles },
  customer: { id: 'c1', customerNo: '10001', name: 'Hillview', subscriptions: [], emailDomain: '' },
})
const labels = shownCart([line])
const open = (more: object = {}) =>
  renderScreen(<CartScreen />, {
    api: { ...accountApi, ...ownCartApi, ...quotesApi },
    path: '/cms/cart',
    fakes: { currentUser: () => me(['staff']), readCart: () => labels, ...more } as object,
  })
const sent = (calls: { name: string; input: unknown }[], wanted: string) =>
  calls.filter(({ name }) => name === wanted).map(({ input }) => input)

test('the cart shows its lines and the server’s totals; postage is a total and not a line', async () => {
  open()
  expect(await screen.findByRole('link', { name: 'Barcode labels' })).toBeTruthy()
  expect(screen.getAllByText('$270.00')).toHaveLength(2)
  expect(screen.getByText('$12.00')).toBeTruthy()
  expect(screen.getByText('GST 10%')).toBeTruthy()
  expect(screen.getByText('$310.20 AUD')).toBeTruthy()
  expect(screen.getAllByRole('row')).toHaveLength(2)
})

test('several presses of plus make one change, and the totals follow', async () => {
  const { calls } = open({
    changeCartItem: ({ quantity }: { quantity: number }) =>
      shownCart([{ ...line, quantity }], { subTotal: 675, total: 755.7 }),
  })
  const more = await screen.findByRole('button', { name: 'More: Barcode labels' })
  for (let i = 0; i < 3; i++) await userEvent.click(more)
  expect(await screen.findByText('$755.70 AUD')).toBeTruthy()
  expect(sent(calls, 'changeCartItem')).toEqual([{ productCode: 'SCISBARCODES', quantity: 5 }])
})

test('Enter changes a quantity; a refused one stays with the reason, and Escape restores the saved one', async () => {
  const { calls } = open({
    changeCartItem: () => {
      throw cartProblem('too_many')
    },
  })
  const field = await screen.findByLabelText<HTMLInputElement>('Quantity: Barcode labels')
  await userEvent.clear(field)
  await userEvent.type(field, '99{Enter}')
  expect(screen.getByText('Enter 1 to 20')).toBeTruthy()
  expect(sent(calls, 'changeCartItem')).toEqual([])
  await userEvent.clear(field)
  await userEvent.type(field, '9{Enter}')
  expect(await screen.findByText('You can’t order this many of this product.')).toBeTruthy()
  expect(field.value).toBe('9')
  await userEvent.type(field, '{Escape}')
  expect(field.value).toBe('2')
})

test('the number of students is changed in its line', async () => {
  const subscription = { ...line, name: 'Catalogue data', byEnrollment: true, enrollmentSize: 412, mostInCart: 1 }
  const { calls } = open({
    readCart: () => shownCart([{ ...subscription, quantity: 1 }]),
    changeCartItem: () => shownCart([{ ...subscription, quantity: 1, enrollmentSize: 900 }]),
  })
  const field = await screen.findByLabelText('Number of students: Catalogue data')
  await userEvent.clear(field)
  await userEvent.type(field, '900')
  await userEvent.tab()
  await waitFor(() =>
    expect(sent(calls, 'changeCartItem')).toEqual([{ productCode: 'SCISBARCODES', enrollmentSize: 900 }]),
  )
})

test('a removed line can be restored unchanged', async () => {
  const { calls } = open({ removeCartItem: () => emptyCart, addToCart: () => labels })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Barcode labels' }))
  expect(await screen.findByRole('heading', { name: 'Your cart is empty' })).toBeTruthy()
  const undo = screen.getByRole('button', { name: 'Undo' })
  await waitFor(() => expect(document.activeElement).toBe(undo))
  await userEvent.click(undo)
  expect(await screen.findByRole('link', { name: 'Barcode labels' })).toBeTruthy()
  expect(sent(calls, 'addToCart')).toEqual([{ productCode: 'SCISBARCODES', quantity: 2 }])
})

test('an expired cart shows its items, and one press puts them into a new one', async () => {
  const { calls } = open({
    readCart: () => ({ response: null, expired: { cmsId: 'old', count: 2 } }),
    restoreCart: () => labels,
  })
  expect(await screen.findByRole('heading', { name: 'Your cart has expired' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Restore items' }))
  expect(await screen.findByRole('link', { name: 'Barcode labels' })).toBeTruthy()
  expect(sent(calls, 'restoreCart')).toEqual([{ cmsId: 'old' }])
})

test('a product that is no longer offered blocks the order until it is removed', async () => {
  open({ readCart: () => shownCart([{ ...line, unitPrice: null, problem: 'not_offered' }]) })
  const review = await screen.findByRole<HTMLButtonElement>('button', { name: 'Go to order review' })
  expect(review.disabled).toBe(true)
  expect(screen.getByText('Please fix this first: Barcode labels.')).toBeTruthy()
})

test('the review waits for pending changes of the cart', async () => {
  let answer = (_: typeof labels) => {}
  open({
    savePurchaseOrder: () =>
      new Promise<typeof labels>((resolve) => {
        answer = resolve
      }),
  })
  await userEvent.type(await screen.findByLabelText('Purchase order number (optional)'), 'PO-7')
  await userEvent.click(screen.getByRole('button', { name: 'Go to order review' }))
  expect(window.location.pathname).toBe('/cms/cart')
  answer(shownCart([line], { purchaseOrder: 'PO-7' }))
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/orderDetails?cmsId=cart-1'))
})

test('a press just before the review is part of the order, and the review opens the resulting cart', async () => {
  let answer = (_: typeof labels) => {}
  const { calls } = open({
    changeCartItem: () =>
      new Promise<typeof labels>((resolve) => {
        answer = resolve
      }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'More: Barcode labels' }))
  await userEvent.click(screen.getByRole('button', { name: 'Go to order review' }))
  await waitFor(() => expect(sent(calls, 'changeCartItem')).toEqual([{ productCode: 'SCISBARCODES', quantity: 3 }]))
  expect(window.location.pathname).toBe('/cms/cart')
  answer(shownCart([{ ...line, quantity: 3 }], { cmsId: 'cart-2' }))
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/orderDetails?cmsId=cart-2'))
})

test('a refused quantity blocks the review and the quote: the field is focused', async () => {
  const { calls } = open({
    changeCartItem: () => {
      throw cartProblem('cart_in_process')
    },
  })
  const field = await screen.findByLabelText<HTMLInputElement>('Quantity: Barcode labels')
  for (const [typed, button] of [
    ['99', 'Go to order review'],
    ['9', 'Go to order review'],
    ['9', 'Get a quote'],
  ] as const) {
    await userEvent.clear(field)
    await userEvent.type(field, typed)
    await userEvent.click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(field.value).toBe(typed)
  }
  expect(window.location.pathname).toBe('/cms/cart')
  expect(sent(calls, 'makeQuote')).toEqual([])
})

test('a quote includes the purchase order number that was just typed', async () => {
  const { calls } = open({
    savePurchaseOrder: () => shownCart([line], { purchaseOrder: 'PO-9', cmsId: 'cart-3' }),
    makeQuote: () => {
      throw orderProblem('not_orderable')
    },
  })
  await userEvent.type(await screen.findByLabelText('Purchase order number (optional)'), 'PO-9')
  await userEvent.click(screen.getByRole('button', { name: 'Get a quote' }))
  await waitFor(() => expect(sent(calls, 'makeQuote')).toEqual([{ id: 'cart-3', purchaseOrder: 'PO-9' }]))
  expect(sent(calls, 'savePurchaseOrder')).toHaveLength(1)
})

test('a cart that has expired by this computer’s clock is refetched once', async () => {
  const { calls } = open({ readCart: () => shownCart([line], { expiresDate: '2020-01-01T00:00:00.000Z' }) })
  await waitFor(() => expect(sent(calls, 'readCart')).toHaveLength(2))
  await act(() => vi.dynamicImportSettled())
  expect(sent(calls, 'readCart')).toHaveLength(2)
})

test('a quote is made once and available as PDF until the cart changes; a refusal says why', async () => {
  const quote = {
    id: 'q1',
    quoteNumber: 'SCQUO100001',
    createdDate: '2026-11-22T00:00:00.000Z',
    validUntilDate: '2026-12-22',
    valid: true,
    total: 310.2,
    currency: 'AUD',
    items: [],
  }
  open({ makeQuote: () => ({ response: quote }), changeCartItem: () => shownCart([{ ...line, quantity: 3 }]) })
  await userEvent.click(await screen.findByRole('button', { name: 'Get a quote' }))
  const paper = await screen.findByRole('link', { name: 'Quote SCQUO100001 (PDF)' })
  expect(paper.getAttribute('href')).toBe('/rest/quotes/q1/pdf')
  expect(screen.getByText(/holds these prices until December 22, 2026/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'More: Barcode labels' }))
  expect(await screen.findByRole('button', { name: 'Get a quote' })).toBeTruthy()
  cleanup()
  open({
    makeQuote: () => {
      throw orderProblem('not_orderable')
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Get a quote' }))
  expect(await screen.findByText(/no longer available/)).toBeTruthy()
})

test('the time left for a cart is shown in days, then by the clock', () => {
  const now = new Date(2026, 10, 22, 12, 0)
  const after = (minutes: number) => describeExpiry(new Date(now.getTime() + minutes * 60_000), now)
  expect(after(60 * 24 * 30)).toBe('We’ll keep this cart until December 22, 2026.')
  expect(after(180)).toMatch(/^We’ll keep this cart until 3:00/)
  expect(after(42)).toMatch(/^Prices held until 12:42.*\. Your cart stays saved\.$/)
})

test('a student sees whose the cart is, and nothing is requested', async () => {
  const { calls } = open({ currentUser: () => me(['student']) })
  expect(await screen.findByRole('heading', { name: 'You don’t have permission to do this.' })).toBeTruthy()
  expect(calls.map(({ name }) => name)).toEqual(['currentUser'])
})
