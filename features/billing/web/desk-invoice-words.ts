import type { DeskInvoice } from '#features/billing/contract.ts'
import type { Dated } from '#kit/web/dates.ts'

export type ShownDeskInvoice = Dated<DeskInvoice>

/** Why a reminder was mailed, by its kind: so many days before or after the last day, or by the desk. */
export function reminderInWords(kind: string): string {
  const days = Number(/\d+/.exec(kind)?.[0])
  if (/desk/i.test(kind)) return 'by the desk'
  if (!days) return ''
  return /before/i.test(kind) ? `${days} days before it was due` : days === 1 ? 'one day late' : `${days} days late`
}
