import { lineSum } from '#kit/web/money.ts'
import type { CartItem } from './use-cart.ts'

/** Without tax; what the server sums up is in the totals. */
export const lineTotal = ({ quantity, unitPrice }: CartItem): number | undefined =>
  unitPrice === null ? undefined : lineSum({ unitPrice, quantity })
