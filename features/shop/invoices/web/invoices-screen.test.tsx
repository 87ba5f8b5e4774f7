import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { billingApi } from '#features/shop/billing/contract.ts'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { fileOf } from '#ui/table/columns.ts'
import { csvOf } from '#ui/table/save-table.ts'
import { invoiceOf, paymentOf, school } from '../../billing/web/testing.ts'
import { InvoicesScreen } from './invoices-screen.tsx'
import { invoiceColumns } from './invoices-table.tsx'

afterEach(cleanup)

const many = Array.from({ length: 23 }, (_, i) => invoiceOf(123 - i, { invoiceStatus: 'Paid' }))
const open = (fakes: object = {}, address = '/invoices') =>
  renderScreen(<InvoicesScreen />, {
    api: { ...accountApi, ...billingApi, ...paymentsApi },
    path: '/invoices',
    address,
    fakes: {
      currentUser: () => school(),
      listInvoices: () => ({ response: many }),
      listPayments: () => ({ response: [], totalCount: 0 }),
      ...fakes,
    } as object,
  })
const numbers = () =>
  within(screen.getByRole('region', { name: 'Invoices' }))
    .getAllByRole('button', { expanded: false })
    .map((button) => button.textContent)

test('there are ten invoices per page, newest first; each page has its own address', async () => {
  open()
  expect(await screen.findByText('1–10 of 23 invoices')).toBeTruthy()
  expect(numbers()).toHaveLength(10)
  expect(numbers()[0]).toBe('SCINV123')
  await userEvent.click(screen.getByRole('link', { name: 'Page 3' }))
  await waitFor(() => expect(numbers()).toEqual(['SCINV103', 'SCINV102', 'SCINV101']))
  expect(window.location.search).toBe('?pageNumber=3')
})

test('overdue invoices come first', async () => {
  open({
    listInvoices: () => ({ response: [3, 2, 1].map((n) => invoiceOf(n, n === 2 ? { invoiceStatus: 'Overdue' } : {})) }),
  })
  expect(await screen.findByText('1–3 of 3 invoices')).toBeTruthy()
  expect(numbers()).toEqual(['SCINV2', 'SCINV3', 'SCINV1'])
})

test('cancelled invoices are hidden, whichever of the two members says so', async () => {
  const response = [
    invoiceOf(3),
    invoiceOf(2, { invoiceStatus: 'Cancelled' }),
    invoiceOf(1, { status: 'Cancelled', invoiceStatus: 'Pending' }),
  ]
  open({ listInvoices: () => ({ response }) })
  expect(await screen.findByText('1–1 of 1 invoice')).toBeTruthy()
  expect(screen.queryByText('SCINV2')).toBeNull()
  expect(screen.queryByText('SCINV1')).toBeNull()
})

test('the unpaid sum is exact per currency, overdue invoices are marked, and both link to the card payment', async () => {
  const response = [
    invoiceOf(1, { total: 0.1 }),
    invoiceOf(2, { total: 0.2, invoiceStatus: 'Overdue' }),
    invoiceOf(3, { total: 57.5, currency: 'NZD' }),
    invoiceOf(4, { total: 999, invoiceStatus: 'Paid' }),
  ]
  open({ listInvoices: () => ({ response }) })
  const due = (await screen.findByText('Outstanding', { selector: 'dt' })).parentElement!
  const plain = (element: HTMLElement) => element.textContent.replaceAll('\u00A0', ' ')
  expect(plain(due)).toContain('$0.30 AUD')
  expect(plain(due)).toContain('$57.50 NZD')
  expect(plain(screen.getByText('Overdue', { selector: 'dt' }).parentElement!)).toContain('$0.20 AUD')
  const late = screen.getByRole('button', { name: 'SCINV2' }).closest('tr')!
  expect(within(late).getByText('Overdue')).toBeTruthy()
  expect(within(late).getByRole('link', { name: 'Pay SCINV2' }).getAttribute('href')).toBe('/payInvoice/10001/SCINV2')
  expect(screen.getByRole('link', { name: 'PDF of SCINV4' }).getAttribute('href')).toBe('/rest/invoice/i4/pdf')
  expect(screen.queryByRole('link', { name: 'Pay SCINV4' })).toBeNull()
})

test('status, words and columns filter and sort the list; an empty result links back to all', async () => {
  const response = [
    invoiceOf(1, { total: 9 }),
    invoiceOf(2, { total: 80, invoiceStatus: 'Overdue', purchaseOrder: 'HPS-77' }),
    invoiceOf(3, { total: 700, invoiceStatus: 'Refunded' }),
  ]
  open({ listInvoices: () => ({ response }) })
  await userEvent.selectOptions(await screen.findByLabelText('Status'), 'Outstanding')
  await waitFor(() => expect(numbers()).toEqual(['SCINV2', 'SCINV1']))
  await userEvent.click(screen.getByRole('button', { name: 'Total' }))
  await userEvent.click(screen.getByRole('button', { name: 'Total' }))
  await waitFor(() => expect(numbers()).toEqual(['SCINV2', 'SCINV1']))
  await userEvent.type(screen.getByLabelText('Find an invoice'), 'hps-77 catalogue')
  await waitFor(() => expect(numbers()).toEqual(['SCINV2']))
  await userEvent.type(screen.getByLabelText('Find an invoice'), ' nothing')
  expect(await screen.findByRole('heading', { name: 'No invoices found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All invoices' }).getAttribute('href')).toBe('/invoices')
})

test('a link to an invoice unfolds it on its page, with its lines, tax and payments', async () => {
  const pages: number[] = []
  open(
    {
      listPayments: ({ page }: { page: number }) => {
        pages.push(page)
        const response =
          page === 1
            ? [
                paymentOf('a', {
                  invoiceNumber: 'SCINV108',
                  state: 'DECLINED',
                  resultText: 'Insufficient Funds',
                  receiptId: null,
                }),
              ]
            : [paymentOf('b', { invoiceNumber: 'SCINV108' }), paymentOf('c', { invoiceNumber: 'SCINV1' })]
        return { response, totalCount: 3 }
      },
    },
    '/invoices?invoice=SCINV108',
  )
  expect(await screen.findByRole('table', { name: 'What SCINV108 bills' })).toBeTruthy()
  expect(screen.getByText('11–20 of 23 invoices')).toBeTruthy()
  expect(screen.getByText('GST 10%', { selector: 'dt' })).toBeTruthy()
  expect(await screen.findByText('Declined by the bank: Insufficient Funds. You were not charged.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe('/payment/receipt?id=rb')
  expect(pages).toEqual([1, 2])
  await userEvent.click(screen.getByRole('button', { name: 'SCINV108' }))
  await waitFor(() => expect(screen.queryByRole('table', { name: 'What SCINV108 bills' })).toBeNull())
  expect(window.location.search).toBe('?pageNumber=2')
})

test('an invalid address shows the first page, and one of a foreign invoice says so', async () => {
  open({}, '/invoices?pageNumber=x&state=__proto__&sortField=constructor')
  expect(await screen.findByText('1–10 of 23 invoices')).toBeTruthy()
  cleanup()
  open({}, '/invoices?invoice=SCINV9')
  expect(await screen.findByText(/We couldn’t find invoice SCINV9/)).toBeTruthy()
  cleanup()
  open({}, '/invoices?pageNumber=9')
  expect(await screen.findByRole('heading', { name: 'There is no page 9' })).toBeTruthy()
})

test('the file has every match with numbers and dates, and nothing that a spreadsheet would evaluate', () => {
  const dated = { createdDate: new Date('2026-10-01'), paidDate: null, endedDate: null }
  const csv = csvOf(fileOf(invoiceColumns('10001'), [{ ...invoiceOf(7), ...dated, purchaseOrder: '=1+1' }]))
  expect(csv).toContain(`SCINV7,Pending,2026-10-01,2026-10-31,,AUD,100,0,10,110,'=1+1,,"1 × Catalogue data, one year"`)
})

test('a failure can be retried; a school without invoices sees what will be listed here', async () => {
  let works = false
  open({
    listInvoices: () => {
      if (!works) throw new Problem('away', 503, ['The portal is busy.'])
      return { response: [] }
    },
  })
  expect(await screen.findByText('The portal is busy.')).toBeTruthy()
  works = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'No invoices yet' })).toBeTruthy()
})

test('a student sees for whom invoices are, and nothing is requested', async () => {
  const { calls } = open({ currentUser: () => school(['student']) })
  expect(await screen.findByRole('heading', { name: 'You don’t have permission to do this.' })).toBeTruthy()
  expect(calls.map(({ name }) => name)).toEqual(['currentUser'])
})
