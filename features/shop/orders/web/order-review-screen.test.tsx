import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { ownCartApi } from '#features/shop/cart/contract.ts'
import { type Order, orderProblem, ordersApi } from '#features/shop/orders/contract.ts'
import { cardForm, puzzle, watchCardPage } from '#features/shop/payments/web/card-page-testing.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { humanCheckApi } from '#platform/human-check/contract.ts'
import { OrderReviewScreen } from './order-review-screen.tsx'

let solved = 0
vi.mock('#platform/human-check/web/solve-puzzle.ts', () => ({ solvePuzzle: async () => `answer ${++solved}` }))

let posted: ReturnType<typeof watchCardPage>
const left = vi.fn()
beforeEach(() => {
  solved = 0
  sessionStorage.clear()
  vi.stubGlobal('isSecureContext', true)
  posted = watchCardPage()
  left.mockReset()
  vi.spyOn(window.location, 'replace').mockImplementation((address) => left(String(address)))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const order: Order = {
  organisation: {
    name: 'Hillview Primary School',
    streetAddress1: '12 Hill Road',
    streetAddress2: '',
    suburbCity: 'Hillview',
    state: 'VIC',
    country: 'Australia',
    postCode: '3000',
    type: 'Government school',
    deliveryAddress: 'Back gate, Mill Lane',
    contacts: [
      { type: 'PRIMARY', firstName: 'Hillview', lastName: 'Librarian', email: 'librarian@hillview.example' },
      { type: 'BILLING', firstName: 'Hillview', lastName: 'Office', email: 'office@hillview.example' },
    ],
  },
  currency: 'AUD',
  items: [
    {
      productCode: 'SCISDATA',
      productCategory: 'Subscription',
      description: 'Catalogue data',
      quantity: 1,
      unitPrice: 425,
      enrollmentSize: 412,
    },
    {
      productCode: 'SCISBARCODES',
      productCategory: 'Library supplies',
      description: 'Barcode labels, 1,000',
      quantity: 2,
      unitPrice: 135,
      enrollmentSize: null,
    },
    {
      productCode: 'SHIPAUS22',
      productCategory: 'Postage & Handling',
      description: 'Postage',
      quantity: 1,
      unitPrice: 12,
      enrollmentSize: null,
    },
  ],
  total: 777.7,
  gst: 70.7,
  subTotal: 695,
  shipping: 12,
  hasPostage: true,
  orderDate: '2026-11-22',
  organisationId: 'c1',
  allowInvoiceRequest: true,
  allowCardPayment: true,
  disableButtons: false,
  countDown: 3600,
  purchaseOrder: 'PO-7',
  taxName: 'GST',
  taxPercent: 10,
  quoteNumber: null,
}

const open = (fakes: object = {}, query = 'cmsId=demo-cart') =>
  renderScreen(<OrderReviewScreen />, {
    api: { ...accountApi, ...humanCheckApi, ...ordersApi, ...ownCartApi },
    path: '/orderDetails',
    address: `/orderDetails?${query}`,
    fakes: {
      humanCheck: () => ({ response: puzzle }),
      orderDetails: () => ({ response: order }),
      ...fakes,
    } as object,
  })
const payNow = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Pay Now' })
const requestInvoice = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Request Invoice' })
const box = () => screen.findByRole('checkbox', { name: 'I am not a robot' })
const solve = async () => {
  await userEvent.click(await box())
  await screen.findByText('Checked. You can continue.')
}
const here = () => window.location.pathname + window.location.search
const noPerson = 'Please verify that you are not a robot.'
const expired = 'Shopping cart has expired. Please go back to SCIS portal'
const inProcess =
  'You have a purchase request that has just been submitted and is currently in process, please wait a few minutes before making any further purchases.'
const failed = 'Unable to process your request now, please contact SCIS customer team.'

test('organisation, contacts, items and totals are shown; the invoicing contact is named', async () => {
  open()
  const bill = await screen.findByRole('region', { name: 'Organisation' })
  const address = within(bill).getAllByRole('group')[0] ?? bill
  expect(address.textContent).toContain('Hillview Office')
  expect(bill.textContent).toContain('12 Hill Road')
  expect(bill.textContent).toContain('Back gate, Mill Lane')
  expect(bill.textContent).toContain('librarian@hillview.example')
  const rows = within(screen.getByRole('table', { name: 'Items' })).getAllByRole('row')
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Item', 'Quantity', 'Each', 'AUD'],
    ['Catalogue dataSCISDATA · for 412 students', '1', '$425.00', '$425.00'],
    ['Barcode labels, 1,000SCISBARCODES', '2', '$135.00', '$270.00'],
  ])
  const aside = screen.getByRole('complementary', { name: 'Order' })
  const sums = [...aside.querySelectorAll('.bill-totals > div')].map((line) => line.textContent)
  expect(sums).toEqual(['Subtotal$695.00', 'Postage & Handling$12.00', 'GST 10%$70.70', 'Total$777.70\u00a0AUD'])
})

test('an incomplete address is said to be so, with the way to complete it', async () => {
  const incomplete = { ...order, organisation: { ...order.organisation, postCode: '' } }
  open({ orderDetails: () => ({ response: incomplete }) })
  expect((await screen.findByRole('link', { name: 'Complete it' })).getAttribute('href')).toBe('/schoolDetails')
  cleanup()
  open()
  await payNow()
  expect(screen.queryByRole('link', { name: 'Complete it' })).toBeNull()
})

test('without physical items there is no postage and no delivery address', async () => {
  open({ orderDetails: () => ({ response: { ...order, hasPostage: false, shipping: 0 } }) })
  await payNow()
  expect(screen.queryByText('Postage & Handling')).toBeNull()
  expect(screen.queryByText('Deliver to')).toBeNull()
})

test('the buttons start enabled; without the human check they say what is missing and can be pressed again', async () => {
  const { calls } = open()
  for (const button of [await payNow(), await requestInvoice()]) {
    expect(button.disabled).toBe(false)
    await userEvent.click(button)
    expect((await screen.findByRole('alert')).textContent).toBe(noPerson)
    expect(button.disabled).toBe(false)
  }
  expect(calls.map(({ name }) => name)).not.toContain('securePay')
  expect(calls.map(({ name }) => name)).not.toContain('requestInvoice')
  await solve()
  await waitFor(() => expect(screen.queryByText(noPerson)).toBeNull())
})

test('when the human check’s answer has expired the buttons are disabled until there is a new one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  open()
  await user.click(await box())
  await screen.findByText('Checked. You can continue.')
  await act(() => vi.advanceTimersByTimeAsync(10 * 60_000))
  expect([(await payNow()).disabled, (await requestInvoice()).disabled]).toEqual([true, true])
  await user.click(await box())
  await waitFor(async () => expect((await payNow()).disabled).toBe(false))
})

test('Pay Now fills the hidden form with the card page’s own names and posts it, once', async () => {
  const { calls } = open({ securePay: () => ({ response: cardForm }) })
  const form = await screen.findByTestId<HTMLFormElement>('card-form')
  expect([form.action, form.hidden]).toEqual(['https://payment.securepay.com.au/test/v2/invoice', true])
  await solve()
  const field = screen.getByLabelText('Purchase order number')
  await userEvent.clear(field)
  await userEvent.type(field, 'PO-8')
  await userEvent.click(await payNow())
  expect(await screen.findByText('Taking you to the card page…')).toBeTruthy()
  expect(posted).toEqual([
    {
      action: 'https://card.example/live/v2/invoice',
      members: {
        bill_name: 'transact',
        merchant_id: 'ABC0001',
        primary_ref: 'SCORD100001-x1',
        txn_type: '0',
        amount: '31020',
        fp_timestamp: '20261122060000',
        fingerprint: 'f00d',
        return_url: 'http://portal.test/rest/payment/return',
        return_url_text: 'Back to the portal',
        return_url_target: 'self',
        callback_url: 'http://portal.test/rest/payment/callback',
        cancel_url: 'http://portal.test/rest/payment/return',
        currency: 'AUD',
        display_receipt: 'no',
      },
    },
  ])
  expect(calls.find(({ name }) => name === 'securePay')!.input).toEqual({
    id: 'demo-cart',
    recaptcha_token: 'answer 1',
    purchaseOrder: 'PO-8',
  })
  expect([(await payNow()).disabled, (await requestInvoice()).disabled]).toEqual([true, true])
})

test('stepping back from the card page asks first; nothing is posted without a press', async () => {
  const first = open({ securePay: () => ({ response: cardForm }) })
  await solve()
  await userEvent.click(await payNow())
  await waitFor(() => expect(posted).toHaveLength(1))
  first.unmount()

  const { calls } = open({
    orderDetails: () => ({ response: { ...order, disableButtons: true } }),
    securePay: () => ({ response: cardForm }),
  })
  expect(await screen.findByText('You’ve left the card page')).toBeTruthy()
  expect(screen.getByText(inProcess)).toBeTruthy()
  expect([(await payNow()).disabled, (await requestInvoice()).disabled]).toEqual([true, true])
  expect(posted).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Continue to the card page' }))
  await waitFor(() => expect(posted).toHaveLength(2))
  expect(calls.find(({ name }) => name === 'securePay')!.input).toMatchObject({ recaptcha_token: 'answer 1' })
})

test('a page that the browser cached while the card page was open does not post again', async () => {
  open({ securePay: () => ({ response: cardForm }) })
  await solve()
  await userEvent.click(await payNow())
  await waitFor(() => expect(posted).toHaveLength(1))
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  expect(await screen.findByText('You’ve left the card page')).toBeTruthy()
  expect(posted).toHaveLength(1)
})

test.each([
  ['declined', 'The card was declined'],
  ['cancelled', 'The payment was cancelled'],
])('after a payment that was %s the page says so, and one can try again', async (payment, title) => {
  sessionStorage.setItem('card-page order demo-cart', JSON.stringify({ answer: 'old', at: Date.now() }))
  open({}, `cmsId=demo-cart&payment=${payment}`)
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.queryByText('You’ve left the card page')).toBeNull()
  expect((await payNow()).disabled).toBe(false)
  expect(sessionStorage.getItem('card-page order demo-cart')).toBeNull()
})

test.each<[string, () => unknown]>([
  ['an empty body', () => new Response('')],
  ['a reply without a form', () => ({ response: null })],
])('%s of Pay Now says that the human check was not accepted and must be solved again', async (_, securePay) => {
  open({ securePay })
  await solve()
  await userEvent.click(await payNow())
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid recaptcha response.')
  expect([(await payNow()).disabled, (await requestInvoice()).disabled]).toEqual([true, true])
  await solve()
  expect((await payNow()).disabled).toBe(false)
  expect(posted).toEqual([])
})

test('Pay Now while an order is in process says so and disables the buttons', async () => {
  open({ securePay: () => ({ response: null, disableButtons: true }) })
  await solve()
  await userEvent.click(await payNow())
  expect(await screen.findByText(inProcess)).toBeTruthy()
  expect(screen.queryByText('Invalid recaptcha response.')).toBeNull()
  await solve()
  expect([(await payNow()).disabled, (await requestInvoice()).disabled]).toEqual([true, true])
})

test('after a reload with nothing in process one can order', async () => {
  open({ securePay: () => ({ response: null, disableButtons: true }) })
  await solve()
  await userEvent.click(await payNow())
  await userEvent.click(await screen.findByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(screen.queryByText(inProcess)).toBeNull())
  await solve()
  expect([(await payNow()).disabled, (await requestInvoice()).disabled]).toEqual([false, false])
})

test('after a reload of a cart that was ordered elsewhere nothing can be pressed', async () => {
  let ordered = false
  open({
    orderDetails: () => {
      if (ordered) throw orderProblem('cart_gone')
      return { response: { ...order, disableButtons: true } }
    },
  })
  await payNow()
  ordered = true
  await userEvent.click(await screen.findByRole('button', { name: 'Check again' }))
  expect(await screen.findByRole('heading', { name: noItems })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull()
})

test.each([orderProblem('cart_expired'), orderProblem('cart_gone')])(
  'a refused Pay Now says that the cart has expired, and nothing can be pressed',
  async (problem) => {
    open({
      securePay: () => {
        throw problem
      },
    })
    await solve()
    await userEvent.click(await payNow())
    expect((await screen.findByRole('alert')).textContent).toBe(expired)
    expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Request Invoice' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to the SCIS portal' }).getAttribute('href')).toBe('/')
  },
)

test('a server error of Pay Now is not called an expired cart, and the order can be tried again', async () => {
  open({ securePay: () => Response.json({ messages: ['SHOPPING_CART_EXPIRED'] }, { status: 500 }) })
  await solve()
  await userEvent.click(await payNow())
  expect((await screen.findByRole('alert')).textContent).toBe(failed)
  await solve()
  expect((await payNow()).disabled).toBe(false)
})

test('Request Invoice leads to the receipt', async () => {
  const { calls } = open({ requestInvoice: () => ({ subscriptionOrder: true, errorMessage: null, id: 'r1' }) })
  await solve()
  await userEvent.click(await requestInvoice())
  await waitFor(() => expect(here()).toBe('/payment/receipt?id=r1&subscriptionOrder=true&requestInvoice=true'))
  expect(calls.find(({ name }) => name === 'requestInvoice')!.input).toEqual({
    id: 'demo-cart',
    recaptcha_token: 'answer 1',
    purchaseOrder: 'PO-7',
  })
})

test.each([
  [
    'UNABLE_TO_RETRIEVE_CART',
    'Unable to retrieve your shopping cart. Either it has been processed or expired. Please check your email for invoices.',
  ],
  ['Your organisation has no address.', 'Your organisation has no address.'],
  [inProcess, inProcess],
])('a refusal of Request Invoice with %s says why', async (errorMessage, sentence) => {
  open({ requestInvoice: () => ({ subscriptionOrder: false, errorMessage, id: null }) })
  await solve()
  await userEvent.click(await requestInvoice())
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(here()).toBe('/orderDetails?cmsId=demo-cart')
})

test.each([
  [orderProblem('cart_expired'), expired],
  [orderProblem('not_orderable'), 'One of the items is no longer available. Please remove it from your cart.'],
  [new Problem('unexpected', 500, ['']), failed],
])('a failed Request Invoice says why', async (problem, sentence) => {
  open({
    requestInvoice: () => {
      throw problem
    },
  })
  await solve()
  await userEvent.click(await requestInvoice())
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
})

test('after a lost reply the same request is repeated, so that nothing is ordered twice', async () => {
  let attempts = 0
  const { calls } = open({
    requestInvoice: () => {
      attempts++
      if (attempts === 1) throw new TypeError('network')
      return { subscriptionOrder: false, errorMessage: null, id: 'r1' }
    },
  })
  const server = globalThis.fetch
  globalThis.fetch = (...request) =>
    server(...request).catch((error: unknown) => {
      throw error
    })
  await solve()
  await userEvent.click(await requestInvoice())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^We lost the connection\./)
  expect((await requestInvoice()).disabled).toBe(false)
  await userEvent.click(await requestInvoice())
  await waitFor(() => expect(here()).toContain('/payment/receipt?id=r1'))
  const sent = calls.filter(({ name }) => name === 'requestInvoice').map(({ input }) => input)
  expect(sent).toHaveLength(2)
  expect(sent[0]).toEqual(sent[1])
})

test('the countdown shows minutes and seconds, and at zero nothing can be ordered', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  open({ orderDetails: () => ({ response: { ...order, countDown: 62 } }) })
  const timer = await screen.findByRole('timer')
  expect(timer.textContent).toBe('01:02')
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(timer.textContent).toMatch(/^00:5[89]$/)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  const red = await screen.findByRole('alert')
  expect([red.textContent, red.classList.contains('ink-bad')]).toEqual([expired, true])
  expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to the SCIS portal' })).toBeTruthy()
})

test('an expired cart’s items are put into a new one, which is then reviewed', async () => {
  const { calls } = open({
    orderDetails: () => ({ response: { ...order, countDown: 0 } }),
    restoreCart: () => ({ response: { ...cart, cmsId: 'new-cart' }, expired: null }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Restore items to a new cart' }))
  await waitFor(() => expect(here()).toBe('/orderDetails?cmsId=new-cart'))
  expect(calls.find(({ name }) => name === 'restoreCart')!.input).toEqual({ cmsId: 'demo-cart' })
})
const cart = {
  cmsId: 'x',
  items: [],
  count: 0,
  currency: 'AUD',
  taxName: 'GST',
  taxPercent: 10,
  subTotal: 0,
  shipping: 0,
  gst: 0,
  total: 0,
  expiresDate: '2026-12-22T00:00:00.000Z',
  purchaseOrder: '',
  quoteNumber: null,
}

test('a visitor is asked to sign in, and sent there', async () => {
  open({ orderDetails: () => ({ response: null, errorCode: 'CUSTOMER_LOGIN_REQUIRED', messages: [] }) })
  expect(await screen.findByText('Please login to view the shopping cart.')).toBeTruthy()
  await waitFor(() =>
    expect(left).toHaveBeenCalledWith(
      `/rest/user/login?redirect=${encodeURIComponent('/orderDetails?cmsId=demo-cart')}`,
    ),
  )
})

const noItems =
  'There are currently no items in your shopping cart. To continue making purchases, please add items to the shopping cart.'
test.each([
  [{ errorCode: 'INVALID_CUSTOMER_ID' }, 'Sorry you are not authorized to view this order details.'],
  [{ errorCode: 'SOMETHING_ELSE', messages: ['trace'] }, failed],
  [{ errorCode: 'UNABLE_TO_RETRIEVE_CART', messages: ['UNABLE_TO_RETRIEVE_CART'] }, noItems],
  [{ messages: ['UNABLE_TO_RETRIEVE_CART'] }, noItems],
])('a cart that is not shown says why (%j)', async (reply, sentence) => {
  open({ orderDetails: () => ({ response: null, ...reply }) })
  expect(await screen.findByRole('heading', { name: sentence })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull()
})

test.each([
  [orderProblem('cart_expired'), expired],
  [orderProblem('cart_gone'), noItems],
  [new Problem('x', 400, ['The first message', 'another']), 'The first message'],
  [new Problem('x', 500, ['']), failed],
  // A server of its own may send the specification's messages without our codes.
  [Response.json({ messages: ['SHOPPING_CART_EXPIRED'] }, { status: 400 }), expired],
  [Response.json({ messages: ['Boom'] }, { status: 500 }), 'Boom'],
  [new Response('', { status: 500 }), failed],
])('a cart that fails to load says why', async (refused, sentence) => {
  open({
    orderDetails: () => {
      if (refused instanceof Response) return refused
      throw refused
    },
  })
  expect(await screen.findByRole('heading', { name: sentence })).toBeTruthy()
})

test('without a cart in the address the person’s own is reviewed; without items it says so', async () => {
  open({ readCart: () => ({ response: { ...cart, count: 2 }, expired: null }) }, '')
  await waitFor(() => expect(here()).toBe(`/orderDetails?cmsId=${cart.cmsId}`))
  await payNow()
  cleanup()
  open({ readCart: () => ({ response: null, expired: null }) }, '')
  expect(await screen.findByRole('heading', { name: noItems })).toBeTruthy()
})

test('an order in process disables the buttons from the start', async () => {
  open({ orderDetails: () => ({ response: { ...order, disableButtons: true } }) })
  expect(await screen.findByText(inProcess)).toBeTruthy()
  expect([(await payNow()).disabled, (await requestInvoice()).disabled]).toEqual([true, true])
})

test('only the available ways to order are offered', async () => {
  open({ orderDetails: () => ({ response: { ...order, allowCardPayment: false } }) })
  await requestInvoice()
  expect(screen.queryByRole('button', { name: 'Pay Now' })).toBeNull()
  expect(screen.getByText(/Card payment is not available at the moment\./)).toBeTruthy()
})

test('a typed purchase order number survives a reload', async () => {
  const { unmount } = open()
  const field = () => screen.findByLabelText<HTMLInputElement>('Purchase order number')
  expect((await field()).value).toBe('PO-7')
  await userEvent.type(await field(), '/b')
  unmount()
  open()
  expect((await field()).value).toBe('PO-7/b')
})
