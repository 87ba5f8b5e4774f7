import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { shopApi } from '#features/shop/products/contract.ts'
import { type Subscription, subscriptionProblem, subscriptionsApi } from '#features/shop/subscriptions/contract.ts'
import { formatDay } from '#kit/web/format.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { fileOf } from '#ui/table/columns.ts'
import { csvOf } from '#ui/table/save-table.ts'
import { SubscriptionDetailsScreen } from './subscription-details-screen.tsx'
import { SubscriptionsScreen } from './subscriptions-screen.tsx'
import { subscriptionColumns } from './subscriptions-table.tsx'

afterEach(cleanup)

const one = (number: number, more: Partial<Subscription> = {}): Subscription => ({
  id: `s${number}`,
  subscriptionType: { name: 'SUBSCRIPTION' },
  productCode: `P${number}`,
  product: { name: `Product ${number}` },
  effectiveStartDate: '2026-01-01',
  effectiveEndDate: `2026-12-${String(number).padStart(2, '0')}`,
  enrollmentSize: 400 - number,
  createdDate: '2026-01-01T00:00:00.000Z',
  invoiceNumber: `INV${number}`,
  purchaseOrder: '',
  payorName: 'Hillview',
  dueForRenewal: false,
  state: 'CURRENT',
  inCart: false,
  ...more,
})
const many = Array.from({ length: 12 }, (_, i) => one(12 - i))
const me = (roles: string[]) => ({
  user: { id: 'u1', username: 'l', email: 'l@x.example', firstName: 'L', lastName: 'B', roles },
  customer: { id: 'c1', customerNo: '10001', name: 'Hillview', subscriptions: [], emailDomain: '' },
})
const shop = {
  ...{ currency: 'AUD', taxName: 'GST', taxPercent: 10 },
  response: [
    {
      ...{ productCode: 'P1', name: 'Product 1', productCategory: 'Subscription', summary: '', description: '' },
      ...{ termMonths: 12, byEnrollment: true, physical: false, mostInCart: 1 },
      tiers: [
        { enrollmentFrom: 0, unitPrice: 250, endsDate: null },
        { enrollmentFrom: 300, unitPrice: 425, endsDate: null },
      ],
    },
  ],
}
const open = (fakes: object = {}, address = '/subscriptions', Screen = SubscriptionsScreen) =>
  renderScreen(<Screen />, {
    api: { ...accountApi, ...subscriptionsApi, ...shopApi },
    path: address.split('?')[0]!,
    address,
    fakes: {
      currentUser: () => me(['staff']),
      listSubscriptions: () => ({ response: many }),
      listProducts: () => shop,
      ...fakes,
    } as object,
  })
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('link', { name: /^Product/ })
    .map((link) => link.textContent)

test('five at first, in pages of 5, 10, 20, 40 or 60', async () => {
  open()
  expect(await screen.findByText('1–5 of 12 subscriptions')).toBeTruthy()
  expect(names()).toEqual(['Product 12', 'Product 11', 'Product 10', 'Product 9', 'Product 8'])
  const sizes = screen.getByLabelText('Per page')
  expect([...sizes.querySelectorAll('option')].map((each) => each.value)).toEqual(['5', '10', '20', '40', '60'])
  await userEvent.click(screen.getByRole('link', { name: 'Page 3' }))
  await waitFor(() => expect(names()).toEqual(['Product 2', 'Product 1']))
  await userEvent.selectOptions(sizes, '10')
  await waitFor(() => expect(names()).toHaveLength(10))
  expect(screen.getByText('1–10 of 12 subscriptions')).toBeTruthy()
})

test('every column sorts, starting at the first page', async () => {
  open({}, '/subscriptions?pageNumber=2')
  await userEvent.click(await screen.findByRole('button', { name: 'Product' }))
  await waitFor(() => expect(names()[0]).toBe('Product 1'))
  await userEvent.click(screen.getByRole('button', { name: 'Enrolment' }))
  await waitFor(() => expect(names()[0]).toBe('Product 12'))
  await userEvent.click(screen.getByRole('button', { name: 'Enrolment' }))
  await waitFor(() => expect(names()[0]).toBe('Product 1'))
})

test('an invalid address shows the first page; a page beyond the end links back', async () => {
  open({}, '/subscriptions?pageNumber=x&pageSize=7&sortField=__proto__')
  expect(await screen.findByText('1–5 of 12 subscriptions')).toBeTruthy()
  cleanup()
  open({}, '/subscriptions?pageNumber=9')
  expect(await screen.findByRole('heading', { name: 'There is no page 9' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'First page' }).getAttribute('href')).toBe('/subscriptions')
})

test('formulas stay text for spreadsheets, and days are dates', () => {
  const row = { ...one(1), createdDate: new Date('2026-01-31'), effectiveStartDate: null, effectiveEndDate: null }
  const csv = csvOf(
    fileOf(subscriptionColumns, [{ ...row, payorName: '=HYPERLINK("x")', purchaseOrder: '+1', invoiceNumber: '007' }]),
  )
  expect(csv).toContain(`,,,399,2026-01-31,007,+1,"'=HYPERLINK(""x"")"`)
})

test('a subscription that is due is added to the cart once, and a link to the cart replaces the button', async () => {
  let inCart = false
  const { calls } = open({
    listSubscriptions: () => ({ response: [one(1, { dueForRenewal: true, inCart })] }),
    renewSubscription: () => {
      inCart = true
      return { response: { cmsId: 'c', count: 1, added: true } }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Renew Product 1' }))
  const toCart = await screen.findByRole('link', { name: /In your cart/ })
  await waitFor(() => expect(document.activeElement).toBe(toCart))
  expect(calls.find(({ name }) => name === 'renewSubscription')?.input).toEqual({ subscriptionId: 's1' })
})

test('one subscription’s page shows its details and its other terms; a foreign id leads to the list', async () => {
  const response = [one(1, { dueForRenewal: true }), one(2, { productCode: 'P1', state: 'ENDED' })]
  const details = (address: string) =>
    open({ listSubscriptions: () => ({ response }) }, address, SubscriptionDetailsScreen)
  details('/subscription/details?id=s1')
  expect(await screen.findByRole('heading', { name: 'Product 1' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'INV1' })).toBeTruthy()
  expect(screen.getByText('Not provided')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Renew Product 1' })).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Other terms of this product' })).getByText('Ended')).toBeTruthy()
  cleanup()
  details('/subscription/details?id=other')
  expect(await screen.findByRole('heading', { name: 'We couldn’t find this subscription.' })).toBeTruthy()
})

test('a refused renewal says why', async () => {
  const { calls } = open({
    listSubscriptions: () => ({ response: [one(1, { dueForRenewal: true })] }),
    renewSubscription: () => {
      throw subscriptionProblem('not_due')
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Renew Product 1' }))
  await waitFor(() => expect(calls.filter(({ name }) => name === 'renewSubscription')).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'Renew Product 1' })).toBeTruthy()
})

test('a school without subscriptions sees what it can do; a student sees whose they are, and nothing is requested', async () => {
  open({ listSubscriptions: () => ({ response: [] }) })
  expect(await screen.findByRole('heading', { name: 'You have no subscription.' })).toBeTruthy()
  cleanup()
  open({ listSubscriptions: () => ({ response: [] }) }, '/subscription/details', SubscriptionDetailsScreen)
  expect(await screen.findByRole('heading', { name: 'You have no subscription.', level: 1 })).toBeTruthy()
  cleanup()
  const { calls } = open({ currentUser: () => me(['student']) })
  expect(await screen.findByRole('heading', { name: 'You don’t have permission to do this.' })).toBeTruthy()
  expect(calls.map(({ name }) => name)).toEqual(['currentUser'])
})

const cards = async () => {
  const list = await screen.findByRole('region', { name: 'Your products' })
  return within(list).getAllByRole('listitem')
}

test('a card says of each product until when, for how many, what it costs, and how to renew it', async () => {
  const ended = { effectiveStartDate: '2024-01-01', effectiveEndDate: '2024-12-31', state: 'ENDED' as const }
  open({
    listSubscriptions: () => ({
      response: [
        one(1, { dueForRenewal: true }),
        one(2, { productCode: 'P1', product: { name: 'Product 1' }, ...ended }),
        one(3, { subscriptionType: { name: 'TRIAL' }, enrollmentSize: null }),
        one(4, { ...ended }),
      ],
    }),
  })
  const [first, trial, ...others] = await cards()
  expect(others).toEqual([])
  const shown = within(first!)
  expect(shown.getByRole('link', { name: 'Product 1' }).getAttribute('href')).toBe('/subscription/details?id=s1')
  expect(shown.getByText('Due for renewal')).toBeTruthy()
  expect(await shown.findByText('$425.00 a year, excluding GST')).toBeTruthy()
  expect(shown.getByText(formatDay('2026-12-01', 'long'))).toBeTruthy()
  expect(shown.getByText('399 students')).toBeTruthy()
  expect(shown.getByRole('button', { name: 'Renew Product 1' })).toBeTruthy()
  expect(within(trial!).getByText('Free')).toBeTruthy()
  expect(within(trial!).queryByText('For')).toBeNull()
  // The history has them all.
  expect(within(screen.getByRole('table')).getAllByRole('link', { name: /^Product/ })).toHaveLength(4)
})

test('a card names the next term; a product that the shop does not have shows no price', async () => {
  const next = { effectiveStartDate: '2027-01-01', effectiveEndDate: '2027-12-31', state: 'UPCOMING' as const }
  open({ listSubscriptions: () => ({ response: [one(2), one(5, { productCode: 'P2', ...next })] }) })
  const [only, ...others] = await cards()
  expect(others).toEqual([])
  expect(within(only!).getByRole('link', { name: formatDay('2027-12-31', 'long') })).toBeTruthy()
  await waitFor(() => expect(within(only!).queryByText('Price now')).toBeNull())
  expect(within(only!).queryByRole('button', { name: /Renew/ })).toBeNull()
})

test('a school whose subscriptions all ended long ago still sees its products', async () => {
  open({ listSubscriptions: () => ({ response: [one(1, { state: 'ENDED' }), one(2, { state: 'ENDED' })] }) })
  expect(await cards()).toHaveLength(2)
})
