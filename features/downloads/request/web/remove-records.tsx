import { Trash2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { grouped } from '#kit/web/format.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import type { Selection } from '#ui/table/use-selection.ts'
import { TextButton } from '#ui/text-button.tsx'
import type { Removal } from './matched-records.tsx'

const RemoveDialog = lazy(async () => ({ default: (await import('./remove-dialog.tsx')).RemoveDialog }))

const downloadedAlready = 'Unable to edit matched records list since this data has already been downloaded.'
const nothingSelected = 'No records to remove were selected'

/** Removes the selected records from the file after a confirmation, until it has been downloaded. */
export function RemoveRecords({
  selection,
  count,
  requestId,
  editing,
  take,
  again,
}: Removal & { selection: Selection; count: number }) {
  const [asks, setAsks] = useState(false)
  const [refused, setRefused] = useState(false)
  const selected = selection.chosen.size
  if (editing === 'failed') return null
  if (editing === 'downloaded') return <p className="aside basis-320">{downloadedAlready}</p>
  const remove = () => {
    setRefused(selected === 0)
    if (selected === 0) return announce(nothingSelected)
    setAsks(true)
  }
  return (
    <>
      <Button icon={Trash2} onPointerEnter={prepareOverlays} onFocus={prepareOverlays} onClick={remove}>
        Remove from the file
      </Button>
      {selected > 0 ? (
        <p className="selected num aside">
          {grouped(selected)} of {grouped(count)} selected <TextButton onClick={selection.clear}>Clear</TextButton>
        </p>
      ) : (
        refused && <p className="refused ink-bad text-small weight-550">{nothingSelected}</p>
      )}
      {asks && (
        <LazyPart>
          <RemoveDialog
            requestId={requestId}
            ids={[...selection.chosen]}
            of={count}
            onRemoved={(changed) => {
              selection.clear()
              take(changed)
              announce(`${grouped(selected)} removed. We’re updating the file.`)
            }}
            onRefused={again}
            onClose={() => setAsks(false)}
          />
        </LazyPart>
      )}
    </>
  )
}
