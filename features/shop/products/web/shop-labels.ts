import { Barcode, BookOpen, GraduationCap, type LucideIcon, Mail, Network, ScanBarcode } from 'lucide-react'
import type { ProductCategory } from '#features/shop/products/rules.ts'
import { counted } from '#kit/web/in-words.ts'

/** Label and description of each category. */
export const categories: Record<ProductCategory, { label: string; icon: LucideIcon; about: string }> = {
  Subscription: {
    label: 'Subscriptions',
    icon: BookOpen,
    about: 'Records for everything on your shelves, for all pupils, by the year.',
  },
  'Authority files': {
    label: 'Authority files',
    icon: Network,
    about: 'Subject and name headings, kept up to date in your own system.',
  },
  'Professional learning': {
    label: 'Professional learning',
    icon: GraduationCap,
    about: 'Courses for whoever catalogues, teaches or runs the desk.',
  },
  'Barcode scanners': {
    label: 'Barcode scanners',
    icon: ScanBarcode,
    about: 'For the desk, for stocktaking and for requests by the trolley.',
  },
  'Library supplies': {
    label: 'Library supplies',
    icon: Barcode,
    about: 'What a book needs before it goes on the shelf.',
  },
  'Postage & Handling': {
    label: 'Postage & Handling',
    icon: Mail,
    about: 'Added by itself to an order that is sent by post.',
  },
}

/** `GST 10%`; empty without tax. */
export const taxInWords = ({ taxName, taxPercent }: { taxName: string; taxPercent: number }): string =>
  taxPercent === 0 ? '' : `${taxName} ${taxPercent}%`

export const pupils = (count: number): string => counted(count, 'pupil or student', 'pupils and students')
