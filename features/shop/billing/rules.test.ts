import { describe, expect, test } from 'vitest'
import { contactNamed, displayAmount, formatTax, isOverdue, reminderOn, totalsOf } from './rules.ts'

describe('an invoice is overdue', () => {
  const pending = { invoiceStatus: 'Pending', status: 'Pending', dateDue: '2026-06-30' } as const

  test('from the day after its due date', () => {
    expect(isOverdue(pending, '2026-06-30')).toBe(false)
    expect(isOverdue(pending, '2026-07-01')).toBe(true)
  })

  test.each(['Paid', 'Cancelled', 'Refunded'] as const)('never once it is %s', (settled) => {
    expect(isOverdue({ ...pending, status: settled }, '2026-07-01')).toBe(false)
    expect(isOverdue({ ...pending, invoiceStatus: settled }, '2026-07-01')).toBe(false)
  })
})

describe('tax', () => {
  test('is named with its percent', () => {
    expect(formatTax(1000)).toBe('GST 10%')
  })

  test('is charged on the goods and the postage together, half a cent rounded up', () => {
    const goods = (unitCents: number) => ({ productCategory: 'Library supplies', quantity: 1, unitCents })
    const lines = [
      { productCategory: 'Library supplies', quantity: 3, unitCents: 1001 },
      { productCategory: 'Postage & Handling', quantity: 2, unitCents: 501 },
    ]
    expect(totalsOf(lines, 1000)).toEqual({
      subTotalCents: 3003,
      shippingCents: 1002,
      gstCents: 401,
      totalCents: 4406,
    })
    expect(totalsOf([goods(5)], 1000).gstCents).toBe(1)
    expect(totalsOf([goods(4)], 1000).gstCents).toBe(0)
    expect(totalsOf([goods(4)], 0)).toEqual({ subTotalCents: 4, shippingCents: 0, gstCents: 0, totalCents: 4 })
  })
})

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [12345, '123.45'],
])('%i cents are displayed as %s', (cents, text) => {
  expect(displayAmount(cents)).toBe(text)
})

test('a receipt names the billing contact, else the primary contact, and no one else', () => {
  const [primary, library, billing] = [{ type: 'PRIMARY' }, { type: 'LIBRARY' }, { type: 'BILLING' }]
  expect(contactNamed([primary, library, billing])).toBe(billing)
  expect(contactNamed([library, primary])).toBe(primary)
  expect(contactNamed([library])).toBeUndefined()
})

test.each([
  ['2026-06-22', undefined],
  ['2026-06-23', 'DUE_SOON'],
  ['2026-06-29', 'DUE_SOON'],
  ['2026-06-30', undefined],
  ['2026-07-01', 'OVERDUE_1'],
  ['2026-07-13', 'OVERDUE_1'],
  ['2026-07-14', 'OVERDUE_14'],
  ['2026-07-29', 'OVERDUE_14'],
  ['2026-07-30', 'OVERDUE_30'],
  ['2026-08-12', 'OVERDUE_30'],
  ['2026-08-13', undefined],
] as const)('on %s the reminder of an invoice due on 30 June 2026 is %s', (today, reminder) => {
  expect(reminderOn('2026-06-30', today)).toBe(reminder)
})
