import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { type DeskProduct, deskShopApi, shopProblem } from '#features/shop/products/contract.ts'
import { type fakeServer, renderScreen } from '#kit/web/testing.tsx'
import { exportedLines } from '#ui/table/export-testing.ts'
import { DeskProductScreen } from './desk-product-screen.tsx'
import { DeskProductsScreen } from './desk-products-screen.tsx'
import { priceErrors, readMoney } from './product-errors.ts'

const api = { ...accountApi, ...deskShopApi }
type Fakes = Parameters<typeof fakeServer<typeof api>>[1]

const product: DeskProduct = {
  ...{ productCode: 'SCISDATA', name: 'Catalogue data', productCategory: 'Subscription', summary: 'Records.' },
  ...{ description: '', termMonths: 12, typeName: 'SUBSCRIPTION', byEnrollment: true, physical: false, mostInCart: 1 },
  changedDate: '2026-01-01T00:00:00.000Z',
  withdrawnDate: null,
  prices: [
    {
      ...{ id: 'a', currency: 'AUD', enrollmentFrom: 0, unitPrice: 250, startsDate: '2020-01-01', endsDate: null },
      state: 'CURRENT',
    },
    {
      ...{ id: 'b', currency: 'AUD', enrollmentFrom: 300, unitPrice: 425, startsDate: '2020-01-01', endsDate: null },
      state: 'CURRENT',
    },
    {
      ...{ id: 'c', currency: 'AUD', enrollmentFrom: 300, unitPrice: 450, startsDate: '2099-01-01', endsDate: null },
      state: 'PLANNED',
    },
  ],
}

function open(at: 'list' | 'one', fakes: Fakes = {}) {
  const view = renderScreen(at === 'list' ? <DeskProductsScreen /> : <DeskProductScreen />, {
    api,
    path: at === 'list' ? '/desk/products' : '/desk/products/$productCode',
    address: at === 'list' ? '/desk/products' : '/desk/products/SCISDATA',
    fakes: {
      currentUser: () => ({
        user: { id: 'd', username: 'd', email: 'd@p.example', firstName: 'C', lastName: 'D', roles: ['desk' as const] },
        customer: null,
      }),
      deskProducts: () => ({ response: [product] }),
      addProduct: () => ({ response: product }),
      changeProduct: () => ({ response: product }),
      withdrawProduct: () => ({ response: product }),
      addPrice: () => ({ response: product }),
      removePrice: () => ({ response: product }),
      ...fakes,
    },
  })
  return (name: string) => view.calls.filter((each) => each.name === name).map(({ input }) => input)
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
afterEach(cleanup)

test('products are listed by category with today’s prices and their next change', async () => {
  open('list')
  const row = (await screen.findByRole('link', { name: 'Catalogue data' })).closest('tr')!
  expect(row.textContent).toContain('250.00')
  expect(row.textContent).toContain('425.00')
  expect(row.textContent).toContain('2099')
  expect(screen.getByRole('heading', { name: 'Subscription' })).toBeTruthy()
})

test('a new product requires a code and a name, and is sent as typed', async () => {
  const sent = open('list')
  await press('Add product')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a product' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add product' }))
  expect(dialog.getByText('Please enter a name.')).toBeTruthy()
  expect(sent('addProduct')).toEqual([])
  await userEvent.type(dialog.getByLabelText('Code'), 'course7')
  await userEvent.type(dialog.getByLabelText('Name'), 'A course')
  await userEvent.click(dialog.getByRole('button', { name: 'Add product' }))
  await waitFor(() =>
    expect(sent('addProduct')).toMatchObject([
      { productCode: 'COURSE7', name: 'A course', termMonths: null, typeName: '', mostInCart: 1 },
    ]),
  )
})

test('a price is added with its days; one that exists for that day is reported, and the input stays', async () => {
  const sent = open('one', {
    addPrice: () => {
      throw shopProblem('price_there')
    },
  })
  await press('Add price')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a price for Catalogue data' }))
  const money = dialog.getByLabelText<HTMLInputElement>('Unit price, excluding tax')
  await userEvent.type(money, '1234,5')
  await userEvent.click(dialog.getByRole('button', { name: 'Add price' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('There is already a price from this date.')
  expect(money.value).toBe('1234,5')
  expect(sent('addPrice')).toMatchObject([
    { productCode: 'SCISDATA', currency: 'AUD', enrollmentFrom: 0, unitPrice: 1234.5, endsDate: null },
  ])
})

test('a planned price is removed after confirmation', async () => {
  const sent = open('one')
  await press(/^Remove .*450\.00\sAUD, from 300$/)
  const confirm = within(await screen.findByRole('alertdialog'))
  await userEvent.click(confirm.getByRole('button', { name: 'Remove price' }))
  await waitFor(() => expect(sent('removePrice')).toEqual([{ productCode: 'SCISDATA', priceId: 'c' }]))
})

test('prices of any day are shown by enrolment', async () => {
  open('one')
  const table = within(await screen.findByRole('table', { name: 'Prices on a date' }))
  expect(table.getByText(/425\.00/)).toBeTruthy()
  expect(table.queryByText(/450\.00/)).toBeNull()
})

test('money is parsed with a point or a comma, never guessed; a last day is not before the first', () => {
  expect(['425', '425.5', '425,50', '0', '1.234', '-1', '1e3', ''].map(readMoney)).toEqual([
    ...[42500, 42550, 42550, 0],
    ...[undefined, undefined, undefined, undefined],
  ])
  const typed = { enrollmentFrom: '0', unitPrice: '1', startsDate: '2026-02-01', endsDate: '2026-01-31' }
  expect(Object.keys(priceErrors(typed))).toEqual(['endsDate'])
  expect(priceErrors({ ...typed, endsDate: '2026-02-01' })).toEqual({})
})

test('the prices of the chosen date are exported', async () => {
  open('one')
  expect(await exportedLines('Prices on a date')).toEqual([
    'Number of students,"AUD, excluding tax",AUD until,"NZD, excluding tax",NZD until',
    expect.stringMatching(/,250,,,$/),
    expect.stringMatching(/,425,,,$/),
  ])
})
