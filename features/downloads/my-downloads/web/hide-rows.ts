import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { call } from '#kit/web/call.ts'
import { counted } from '#kit/web/format.ts'
import { toastFailure, toastSuccess } from '#ui/overlay/toast.tsx'
import type { RequestLineView } from './request-row.ts'

/** Hides rows, or shows hidden ones again; the toast undoes it. */
export async function hideRows(lines: readonly RequestLineView[], hidden: boolean, again: () => void): Promise<void> {
  await call(manageApi.hideRequests, { requestIds: lines.map(({ id }) => id), hidden })
  again()
  const [first, ...others] = lines
  const rows = others.length > 0 ? counted(lines.length, 'download') : `“${first!.requestName || 'Download request'}”`
  toastSuccess({
    text: hidden ? `${rows} hidden from your list.` : `${rows} back in your list.`,
    action: { label: 'Undo', act: () => void hideRows(lines, !hidden, again).catch(toastFailure) },
  })
}
