import type { ProductCategory } from '#features/shop/products/rules.ts'
import { counted } from '#kit/web/format.ts'

/** Label and description of each category. */
export const categories: Record<ProductCategory, { label: string; about: string }> = {
  Subscription: {
    label: 'Subscriptions',
    about: 'Catalogue records for your whole collection, by the year.',
  },
  'Authority files': {
    label: 'Authority files',
    about: 'Subject and name headings, kept up to date in your own system.',
  },
  'Professional learning': {
    label: 'Professional learning',
    about: 'Courses for people who catalogue, teach or run a library.',
  },
  'Barcode scanners': {
    label: 'Barcode scanners',
    about: 'For the circulation desk, stocktakes and bulk requests.',
  },
  'Library supplies': {
    label: 'Library supplies',
    about: 'Everything to get a book shelf-ready.',
  },
  'Postage & Handling': {
    label: 'Postage & Handling',
    about: 'Added automatically to orders sent by post.',
  },
}

/** `GST 10%`; empty without tax. */
export const formatTax = ({ taxName, taxPercent }: { taxName: string; taxPercent: number }): string =>
  taxPercent === 0 ? '' : `${taxName} ${taxPercent}%`

export const pupils = (count: number): string => counted(count, 'student')
