import type { DeskOrder } from '#features/shop/orders/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import type { Tone } from '#ui/tags.tsx'

export type DeskOrderView = Dated<DeskOrder>

export const orderStates: Record<DeskOrderView['status'], { label: string; tone: Tone }> = {
  AWAITING_PAYMENT: { label: 'Card payment started', tone: 'warn' },
  PLACED: { label: 'Invoiced', tone: 'plain' },
  PAID: { label: 'Paid', tone: 'ok' },
  CANCELLED: { label: 'Cancelled', tone: 'plain' },
  REFUNDED: { label: 'Refunded', tone: 'plain' },
}
