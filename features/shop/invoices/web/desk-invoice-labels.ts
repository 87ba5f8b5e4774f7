import type { DeskInvoice } from '#features/shop/billing/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { counted } from '#kit/web/format.ts'

export type DeskInvoiceView = Dated<DeskInvoice>

/** Why a reminder was emailed: before the due date, some days after it, or by the desk. */
export function reminderLabel(kind: string): string {
  if (kind === 'DUE_SOON') return 'before the due date'
  if (kind.startsWith('DESK')) return 'by the desk'
  const days = Number(/^OVERDUE_(\d+)$/.exec(kind)?.[1])
  return days ? `${counted(days, 'day')} late` : ''
}
