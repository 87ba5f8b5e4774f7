import { cleanup } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { billingPapersApi } from '#features/shop/billing/contract.ts'
import { ordersApi, quotesApi } from '#features/shop/orders/contract.ts'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import { exported, renderScreen } from '#kit/web/testing.tsx'
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
  const { lines } = await exported()
  expect(lines).toHaveLength(1 + pages)
  expect(lines.at(-1)).toContain(`TX-${pages}`)
})
