import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { billingPapersApi } from '#features/shop/billing/contract.ts'
import { ordersApi, quotesApi } from '#features/shop/orders/contract.ts'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { BillingDetailsScreen } from './billing-details-screen.tsx'
import { paymentOf, school } from './testing.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('every payment is exported, of however many pages', async () => {
  const pages = 23
  renderScreen(<BillingDetailsScreen />, {
    api: { ...accountApi, ...billingPapersApi, ...ordersApi, ...quotesApi, ...paymentsApi },
    path: '/billing/details',
    fakes: {
      currentUser: () => school(),
      listOrders: () => ({ response: [], totalCount: 0 }),
      listQuotes: () => ({ response: [] }),
      listPayments: ({ page }: { page: number }) => ({
        response: [paymentOf(`p${page}`, { transactionID: `TX-${page}` })],
        totalCount: pages,
      }),
    } as object,
  })
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${saved.push(file as Blob)}`)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const lines = (await saved[0]!.text()).trim().split('\r\n')
  expect(lines).toHaveLength(1 + pages)
  expect(lines.at(-1)).toContain(`TX-${pages}`)
})
