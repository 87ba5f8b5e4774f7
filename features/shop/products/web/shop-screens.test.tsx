import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { cartProblem, ownCartApi } from '#features/shop/cart/contract.ts'
import { emptyCart, shownCart } from '#features/shop/cart/web/testing.ts'
import { shopApi } from '#features/shop/products/contract.ts'
import { type Subscription, subscriptionsApi } from '#features/shop/subscriptions/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { ProductScreen } from './product-screen.tsx'
import { ProductsScreen } from './products-screen.tsx'
import { ShopScreen } from './shop-screen.tsx'
import { data, inAustralia, person, scanner } from './testing.ts'

afterEach(cleanup)
beforeEach(() => sessionStorage.clear())

const term: Subscription = {
  id: 's1',
  subscriptionType: { name: 'SUBSCRIPTION' },
  productCode: 'SCISDATA',
  product: { name: 'Catalogue data' },
  effectiveStartDate: '2098-01-01',
  effectiveEndDate: '2099-12-31',
  enrollmentSize: 412,
  createdDate: '2026-01-01T00:00:00.000Z',
  invoiceNumber: '',
  purchaseOrder: '',
  payorName: '',
  dueForRenewal: true,
  state: 'UPCOMING',
  inCart: false,
}
const api = { ...accountApi, ...shopApi, ...ownCartApi, ...subscriptionsApi }
const visitor = () => {
  throw new Problem('sign_in_required', 403, ['Please sign in.'])
}
const fakes = {
  currentUser: () => person(['staff']),
  listSubscriptions: () => ({ response: [] }),
  readCart: () => emptyCart,
  listProducts: ({ country }: { country?: string }) => ({
    response: [data, scanner],
    ...(country === 'New Zealand' ? { currency: 'NZD', taxName: 'GST', taxPercent: 15 } : inAustralia),
  }),
  previewPrice: ({ productCode, quantity }: { productCode: string; quantity: number }) => ({
    response: { ...inAustralia, productCode, unitPrice: 425, subTotal: 425 * quantity, gst: 42.5, total: 467.5 },
  }),
}
const products = (address = '/cms/products', more: object = {}) =>
  renderScreen(<ProductsScreen />, { api, path: '/cms/products', address, fakes: { ...fakes, ...more } as object })
const product = (code: string, more: object = {}) =>
  renderScreen(<ProductScreen />, {
    api,
    path: '/cms/products/$productCode',
    address: `/cms/products/${code}`,
    fakes: { ...fakes, ...more } as object,
  })
const named = () => screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)

test('a visitor sees minimum prices; with a number of students they become exact', async () => {
  products('/cms/products', { currentUser: visitor })
  expect(await screen.findByText('from $155.00 a year')).toBeTruthy()
  expect(screen.getByText('$165.00 each')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Number of students'), '1,2x')
  expect(screen.getByText('Enter a whole number from 1 to 100,000')).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Number of students'))
  await userEvent.type(screen.getByLabelText('Number of students'), '400')
  expect(await screen.findByText('$245.00 a year')).toBeTruthy()
  expect(screen.getByText('for 400 students')).toBeTruthy()
})

test('a visitor from New Zealand chooses that country and sees its currency and tax; a school is not asked', async () => {
  const { calls } = products('/cms/products', { currentUser: visitor })
  await userEvent.selectOptions(await screen.findByLabelText('Country'), 'New Zealand')
  expect(await screen.findByText('Prices are in New Zealand dollars (NZD), excluding GST 15%.')).toBeTruthy()
  expect(calls.findLast(({ name }) => name === 'listProducts')?.input).toEqual({ country: 'New Zealand' })
  cleanup()
  const own = products()
  await screen.findByText('from $155.00 a year')
  expect(screen.queryByLabelText('Country')).toBeNull()
  expect(own.calls.find(({ name }) => name === 'listProducts')?.input).toEqual({})
})

test('products are found by category and by words in any order, and the address keeps it', async () => {
  products('/cms/products?category=Barcode+scanners')
  await waitFor(() => expect(named()).toEqual(['Barcode scanner']))
  expect(screen.getByRole('heading', { level: 1, name: 'Barcode scanners' })).toBeTruthy()
  cleanup()
  products()
  await userEvent.type(await screen.findByLabelText('Find a product'), 'data catalogue')
  await waitFor(() => expect(named()).toEqual(['Catalogue data']))
  expect(window.location.search).toBe('?query=data+catalogue')
  await userEvent.type(screen.getByLabelText('Find a product'), ' zzz')
  expect(await screen.findByRole('heading', { name: 'Nothing found for “data catalogue zzz”' })).toBeTruthy()
})

test('from the list a product is added to the cart with the school’s students, and a link to the cart replaces the button', async () => {
  let cart: typeof emptyCart | ReturnType<typeof shownCart> = emptyCart
  const { calls } = products('/cms/products', {
    listSubscriptions: () => ({ response: [term] }),
    readCart: () => cart,
    addToCart: () => {
      cart = shownCart([{ productCode: 'SCISDATA', name: 'Catalogue data' }])
      return cart
    },
  })
  await screen.findByText('for 412 students')
  await userEvent.click(screen.getByRole('button', { name: /Add to cart.*Catalogue data/ }))
  const toCart = await screen.findByRole('link', { name: /In your cart.*Catalogue data/ })
  await waitFor(() => expect(document.activeElement).toBe(toCart))
  expect(calls.find(({ name }) => name === 'addToCart')?.input).toEqual({
    productCode: 'SCISDATA',
    quantity: 1,
    enrollmentSize: 412,
  })
})

test('a subscription that the school has says until when instead of being offered again', async () => {
  const owned = { ...term, dueForRenewal: false, effectiveEndDate: '2999-08-03' }
  products('/cms/products', { currentUser: () => person(['staff'], [owned]) })
  expect(await screen.findByText(/^You have this until .*2999$/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Add to cart.*Catalogue data/ })).toBeNull()
})

test('a product shows its price with tax, marks your tier, and can be added to the cart', async () => {
  const { calls } = product('SCISDATA', {
    addToCart: () => shownCart([{ productCode: 'SCISDATA', quantity: 1, mostInCart: 1 }]),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add to cart' }))
  expect(screen.getByText('Please enter the number of students.')).toBeTruthy()
  const field = screen.getByLabelText('Number of students')
  expect(document.activeElement).toBe(field)
  expect(calls.map(({ name }) => name)).not.toContain('addToCart')
  await userEvent.type(field, '412')
  expect(await screen.findByText('$467.50 AUD')).toBeTruthy()
  expect(within(screen.getByRole('row', { current: true })).getByText('Yours')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add to cart' }))
  expect(await screen.findByText('In your cart.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Go to your cart'))
  expect(screen.queryByRole('button', { name: /Add/ })).toBeNull()
})

test('exceeding the maximum is refused before sending; the server’s refusals are shown, and the input stays', async () => {
  const { calls } = product('SCISSCAN', {
    addToCart: () => {
      throw cartProblem('cart_in_process')
    },
  })
  const field = await screen.findByLabelText('Quantity')
  await userEvent.clear(field)
  await userEvent.type(field, '21')
  await userEvent.click(screen.getByRole('button', { name: 'Add to cart' }))
  expect(screen.getByText('Enter a whole number from 1 to 20')).toBeTruthy()
  expect(calls.map(({ name }) => name)).not.toContain('addToCart')
  await userEvent.clear(field)
  await userEvent.type(field, '2')
  await userEvent.click(screen.getByRole('button', { name: 'Add to cart' }))
  expect(await screen.findByText('This cart is being paid for. Please wait a few minutes.')).toBeTruthy()
  expect((field as HTMLInputElement).value).toBe('2')
})

test('a visitor signs in, comes back to the product, and it is added to the cart, once', async () => {
  const left: string[] = []
  const leave = vi.spyOn(window.location, 'replace').mockImplementation((address) => void left.push(String(address)))
  product('SCISSCAN', { currentUser: visitor })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in and add to cart' }))
  leave.mockRestore()
  expect(left).toEqual(['/rest/user/login?redirect=%2Fcms%2Fproducts%2FSCISSCAN'])
  cleanup()
  const { calls } = product('SCISSCAN', { addToCart: () => shownCart([{ productCode: 'SCISSCAN', quantity: 1 }]) })
  expect(await screen.findByText('In your cart.')).toBeTruthy()
  expect(calls.filter(({ name }) => name === 'addToCart').map(({ input }) => input)).toEqual([
    { productCode: 'SCISSCAN', quantity: 1 },
  ])
  cleanup()
  const again = product('SCISSCAN')
  await screen.findByRole('button', { name: 'Add to cart' })
  expect(again.calls.map(({ name }) => name)).not.toContain('addToCart')
})

test('a school that has the product already sees when the next term begins; a student cannot order', async () => {
  product('SCISDATA', { currentUser: () => person(['staff'], [term]) })
  expect(await screen.findByText(/until December 31, 2099.*starts on January 1, 2100/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add renewal to cart' })).toBeTruthy()
  cleanup()
  renderScreen(<ShopScreen />, {
    api,
    path: '/cms',
    fakes: { ...fakes, currentUser: () => person(['staff'], [term]) } as object,
  })
  expect((await screen.findByRole('link', { name: 'Renew Catalogue data' })).getAttribute('href')).toBe(
    '/cms/products/SCISDATA',
  )
  cleanup()
  product('SCISSCAN', { currentUser: () => person(['student']) })
  expect(await screen.findByText('Library staff place orders.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Add|Sign in/ })).toBeNull()
})

test('a product that is not offered links to the others, and an unreachable shop can be retried', async () => {
  product('NOTHING')
  expect(await screen.findByRole('heading', { name: 'We couldn’t find this product.' })).toBeTruthy()
  cleanup()
  let away = true
  products('/cms/products', {
    listProducts: () => {
      if (away) throw new Problem('unavailable', 500, ['Away.'])
      return fakes.listProducts({})
    },
  })
  expect(await screen.findByText('Away.')).toBeTruthy()
  away = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('$165.00 each')).toBeTruthy()
})

test('each product has a picture of its kind, in the list and on its page, that screen readers leave out', async () => {
  products()
  await screen.findByRole('heading', { level: 3, name: 'Barcode scanner' })
  const inList = [...document.querySelectorAll('.product-line > .product-picture')]
  expect(inList.map((each) => each.getAttribute('aria-hidden'))).toEqual(['true', 'true'])
  const [ofData, ofScanner] = inList.map((each) => each.innerHTML)
  expect(ofData).not.toBe(ofScanner)
  cleanup()
  product('SCISSCAN')
  await screen.findByRole('heading', { level: 1, name: 'Barcode scanner' })
  expect(document.querySelector('.product-picture')?.innerHTML).toBe(ofScanner)
})
