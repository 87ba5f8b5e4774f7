import type { Product } from '#features/shop/products/contract.ts'

/** A yearly product priced by the number of students. */
export const data: Product = {
  productCode: 'SCISDATA',
  name: 'Catalogue data',
  productCategory: 'Subscription',
  summary: 'All records.',
  description: 'First part.\n\nSecond part.',
  termMonths: 12,
  byEnrollment: true,
  physical: false,
  mostInCart: 1,
  tiers: [
    { enrollmentFrom: 1, unitPrice: 155, endsDate: null },
    { enrollmentFrom: 101, unitPrice: 245, endsDate: null },
    { enrollmentFrom: 401, unitPrice: 425, endsDate: '2026-12-31' },
  ],
}

export const scanner: Product = {
  ...data,
  productCode: 'SCISSCAN',
  name: 'Barcode scanner',
  productCategory: 'Barcode scanners',
  summary: 'Plugs into any computer.',
  description: '',
  termMonths: null,
  byEnrollment: false,
  physical: true,
  mostInCart: 20,
  tiers: [{ enrollmentFrom: 0, unitPrice: 165, endsDate: null }],
}

export const inAustralia = { currency: 'AUD' as const, taxName: 'GST', taxPercent: 10 }

export const person = (roles: string[], subscriptions: object[] = []) => ({
  user: { id: 'u1', username: 'l', email: 'l@x.example', firstName: 'L', lastName: 'B', roles },
  customer: { id: 'c1', customerNo: '10001', name: 'Hillview', subscriptions, emailDomain: '' },
})
