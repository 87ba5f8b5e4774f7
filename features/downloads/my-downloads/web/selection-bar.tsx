import { Download, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { manageApi, maxTogether } from '#features/downloads/my-downloads/contract.ts'
import { addressOf } from '#kit/web/call.ts'
import { counted, grouped } from '#kit/web/format.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import type { Selection } from '#ui/table/use-selection.ts'
import { hideRows } from './hide-rows.ts'
import { announceDownload } from './line-actions.tsx'
import { type RequestLineView, readyIds } from './request-row.ts'

/** Actions on the selected rows. */
export function SelectionBar({
  lines,
  selection,
  hidden,
  again,
  onHide,
}: {
  lines: readonly RequestLineView[]
  selection: Selection
  /** The list is that of hidden rows. */
  hidden: boolean
  again: () => void
  onHide: (index: number) => void
}) {
  const [busy, setBusy] = useState(false)
  const chosen = lines.filter(({ id }) => selection.chosen.has(id))
  const ready = chosen.filter((line) => readyIds(line).length > 0)
  const requestIds = ready.flatMap(readyIds)
  const without = chosen.length - ready.length
  const tooMany = requestIds.length > maxTogether
  const hide = async () => {
    setBusy(true)
    onHide(lines.findIndex(({ id }) => selection.chosen.has(id)))
    try {
      await hideRows(chosen, !hidden, again)
      selection.clear()
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section
      className="chosen-requests cluster rounded on-accent-soft text-small py-8 mb-6"
      aria-label="Selected downloads"
    >
      <strong>{counted(chosen.length, 'download')} selected</strong>
      {ready.length > 0 && !tooMany && (
        <LinkButton
          icon={Download}
          href={addressOf(manageApi.downloadTogether, { requestIds: requestIds.join() })}
          target="_blank"
          rel="noopener"
          onClick={() => announceDownload(again)}
        >
          {ready.length === 1 ? 'Download as ZIP' : `Download ${grouped(ready.length)} together`}
        </LinkButton>
      )}
      <Button icon={hidden ? Eye : EyeOff} busy={busy} onClick={() => void hide()}>
        {hidden ? 'Unhide' : 'Hide'}
      </Button>
      <Button look="bare" onClick={selection.clear}>
        Clear
      </Button>
      <p role="status">
        {tooMany
          ? `These have ${counted(requestIds.length, 'file')}; one ZIP holds at most ${grouped(maxTogether)}. Select fewer to download them together.`
          : without > 0 && `${counted(without, 'download has', 'downloads have')} no file and will be left out.`}
      </p>
    </section>
  )
}
