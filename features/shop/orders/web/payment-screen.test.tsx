import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { PaymentScreen } from './payment-screen.tsx'

afterEach(cleanup)

const open = (query = '') =>
  renderScreen(<PaymentScreen />, {
    api: { ...accountApi, ...ordersApi },
    path: '/payment',
    address: `/payment${query}`,
    fakes: { orderDetails: () => ({ response: null, errorCode: 'INVALID_CUSTOMER_ID' }) },
  })

test('with a cart the payment page is its review', async () => {
  const { calls } = open('?cmsId=c9')
  expect(await screen.findByText('Sorry you are not authorized to view this order details.')).toBeTruthy()
  expect(calls[0]!.input).toEqual({ id: 'c9' })
})

test('an unreadable result of the card page explains what to do before paying again', async () => {
  const { calls } = open('?problem=result')
  expect(await screen.findByRole('heading', { name: 'We couldn’t read the result from the card page' })).toBeTruthy()
  expect(screen.getByText(/Please don’t pay again yet/)).toBeTruthy()
  expect(calls).toEqual([])
})

test('with neither, it says where payments begin', async () => {
  open()
  expect(await screen.findByRole('link', { name: 'Pay an invoice' })).toBeTruthy()
})
