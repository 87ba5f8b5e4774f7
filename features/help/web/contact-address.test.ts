import { expect, test } from 'vitest'
import { contactAddress } from './contact-address.ts'

test.each([
  ['/CatalogueRequestDeatils/abc', 'Catalogue request CR1000249', 'CR1000249'],
  ['/invoices?text=SCINV10004', 'Invoices', 'SCINV10004'],
  ['/downloadRequest/0a1b?tab=unmatched', 'Year 3 readers', '0a1b'],
  ['/mySettings', 'Settings', null],
])('%s, “%s”: the form knows the page and the number %s', (path, title, number) => {
  const { pathname, searchParams } = new URL(contactAddress(path, title), 'http://portal.test')
  expect([pathname, searchParams.get('page'), searchParams.get('number')]).toEqual(['/contact', path, number])
})

test('help and the form itself are about no page', () => {
  expect(contactAddress('/help/downloads', 'Help')).toBe('/contact')
  expect(contactAddress('/contact?page=/x', 'Contact us')).toBe('/contact')
})
