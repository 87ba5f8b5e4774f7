import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { type DeskOrder, ordersApi } from '#features/shop/orders/contract.ts'
import { exported, renderScreen } from '#kit/web/testing.tsx'
import { DeskOrdersScreen } from './desk-orders-screen.tsx'

const item = {
  ...{ productCode: 'SCISDATA', productCategory: 'Subscription', description: 'Catalogue data, one year' },
  ...{ quantity: 1, unitPrice: 425, enrollmentSize: 412 },
}
const order = (change: Partial<DeskOrder> = {}): DeskOrder => ({
  ...{ id: 'o1', orderNumber: 'SCORD100001', status: 'PLACED', createdDate: '2026-11-20T01:00:00.000Z', total: 480.7 },
  ...{ currency: 'AUD', purchaseOrder: 'PO-7', invoiceId: 'i1', invoiceNumber: 'SCINV100001', customerId: 'c1' },
  ...{ organisation: 'Hillview', customerNo: '10001', orderedBy: 'Hillview Librarian', deliverTo: [] },
  items: [item, { ...item, productCode: 'SHIPAUS22', productCategory: 'Postage & Handling', description: 'Postage' }],
  subscriptions: [
    { id: 's1', productCode: 'SCISDATA', effectiveStartDate: '2026-11-20', effectiveEndDate: '2027-11-19' },
  ],
  ...change,
})

function open(orders: DeskOrder[], address = '/desk/orders') {
  const view = renderScreen(<DeskOrdersScreen />, {
    api: { ...accountApi, ...ordersApi },
    path: '/desk/orders',
    address,
    fakes: {
      currentUser: () => ({
        user: { id: 'd', username: 'd', email: 'd@p.example', firstName: 'C', lastName: 'D', roles: ['desk' as const] },
        customer: null,
      }),
      // A page has fifty orders.
      deskOrders: ({ page = 1 }) => ({ response: orders.slice((page - 1) * 50, page * 50), totalCount: orders.length }),
    },
  })
  return (name: string) => view.calls.filter((each) => each.name === name).map(({ input }) => input)
}
afterEach(cleanup)

test('an order is listed with its customer and invoice, and unfolds to its items and subscriptions', async () => {
  open([order(), order({ id: 'o2', orderNumber: 'SCORD100002', status: 'PAID' })])
  const name = await screen.findByRole('button', { name: 'SCORD100001' })
  expect(name.getAttribute('aria-expanded')).toBe('false')
  const row = name.closest('tr')!
  expect(row.textContent).toContain('Hillview Librarian')
  expect(row.textContent).toContain('Catalogue data, one year')
  expect(row.textContent).not.toContain('Postage')
  expect(screen.getAllByRole('link', { name: 'SCINV100001' })[0]!.getAttribute('href')).toBe(
    '/desk/invoices?text=SCINV100001',
  )
  await userEvent.click(name)
  expect(await screen.findByRole('table', { name: /Items in SCORD100001/ })).toBeTruthy()
  expect(screen.getByText('Purchase order PO-7')).toBeTruthy()
  expect(screen.getByText(/Subscription/).textContent).toContain('2027')
})

test('a single search result is open at once', async () => {
  const inputsOf = open([order()], '/desk/orders?text=SCORD100001&status=PLACED&customerId=c1')
  expect(await screen.findByRole('table', { name: /Items in SCORD100001/ })).toBeTruthy()
  expect(screen.getByText(/^Orders from Hillview/)).toBeTruthy()
  await waitFor(() =>
    expect(inputsOf('deskOrders')).toEqual([{ text: 'SCORD100001', status: 'PLACED', customerId: 'c1', page: 1 }]),
  )
})

test('the file has every order, not only the visible page, with amounts as numbers', async () => {
  const inputsOf = open(
    Array.from({ length: 51 }, (_, i) => order({ id: `o${i}`, orderNumber: `SCORD${i}`, purchaseOrder: '=1+1' })),
    '/desk/orders?status=PLACED',
  )
  const { lines } = await exported()
  expect(lines).toHaveLength(52)
  expect(lines[0]).toBe(
    'Order,Organisation,Number,Ordered by,Status,Ordered,Invoice,Currency,Total,Purchase order,Items,Deliver to',
  )
  expect(lines[51]).toBe(
    'SCORD50,Hillview,10001,Hillview Librarian,Invoiced,2026-11-20T01:00:00.000Z,SCINV100001,AUD,480.7,\'=1+1,"Catalogue data, one year",',
  )
  expect(inputsOf('deskOrders')).toContainEqual({ status: 'PLACED', page: 2 })
})
