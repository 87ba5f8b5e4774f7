import type { z } from 'zod'
import type { OrderItem } from '../contract.ts'

type Row = Omit<z.infer<typeof OrderItem>, 'unitPrice'> & { unitCents: number }

/** A line of an order or a quote as the API sends it. */
export const toItem = ({ unitCents, ...line }: Row): z.infer<typeof OrderItem> => ({
  productCode: line.productCode,
  productCategory: line.productCategory,
  description: line.description,
  quantity: line.quantity,
  unitPrice: unitCents / 100,
  enrollmentSize: line.enrollmentSize,
})
