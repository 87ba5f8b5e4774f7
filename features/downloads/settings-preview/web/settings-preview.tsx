import './settings-preview.css'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { withoutMark } from '#features/downloads/rules.ts'
import { settingsPreviewApi } from '#features/downloads/settings-preview/contract.ts'
import type { Settings } from '#features/school/settings/contract.ts'
import { tableFormats } from '#kit/table-format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { usePaused } from '#kit/web/use-typed-search.ts'
import { announce } from '#ui/announce.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { diffLines } from './line-diff.ts'
import { PreviewLines } from './preview-lines.tsx'
import { RecordPicker } from './record-picker.tsx'

const kindOf = (format: Settings['downloadFileFormat']) =>
  format.startsWith('MARC_21') ? 'MARC_21' : format in tableFormats ? 'table' : format
/** Milliseconds: a radio button passed by arrow key sends no call. */
const pauseMs = 150

/** One real record, in its present file and in the changed one; it follows every choice. */
export function SettingsPreview({
  customerId,
  settings,
  changes,
}: {
  customerId: string
  settings: Settings
  changes: Partial<Settings>
}) {
  const [bibId, setBibId] = useState<string>()
  const overrides = usePaused(changes, pauseMs)
  useReadAnewOnceSaved(settings)
  const first = useRef<string>(undefined)
  // The record that was chosen automatically stays while settings change.
  const record = bibId ?? (Object.keys(overrides).length > 0 ? first.current : undefined)
  const { reply, problem, stale, again } = useLatestReply(settingsPreviewApi.previewSettings, {
    ...overrides,
    id: customerId,
    ...(record === undefined ? {} : { bibId: record }),
  })
  const shown = reply?.response
  useEffect(() => {
    first.current ??= shown?.bibId
  }, [shown])
  const otherKind =
    kindOf(settings.downloadFileFormat) !== kindOf(overrides.downloadFileFormat ?? settings.downloadFileFormat)
  const rows = useMemo(() => (shown ? diffLines(shown.before, shown.after) : []), [shown])
  const differing = rows.filter(({ before, after }) => before !== after).length
  const sentence = sentenceOf(Object.keys(overrides).length, differing, otherKind)
  useEffect(() => {
    if (shown && differing > 0) announce(sentence)
  }, [shown, differing, sentence])

  return (
    <section className="settings-preview stack gap-12 min-w-0" aria-labelledby="settings-preview" aria-busy={stale}>
      <h2 className="pb-6 line-below title-huge" id="settings-preview" tabIndex={-1}>
        Preview
      </h2>
      <RecordPicker customerId={customerId} title={shown?.title} onChoose={setBibId} />
      {problem ? (
        <ErrorBox messages={problem.messages.map(withoutMark)} onRetry={problem.status === 403 ? undefined : again} />
      ) : shown ? (
        <>
          <p className="quiet">{sentence}</p>
          <PreviewLines {...{ rows, otherKind, stale }} />
        </>
      ) : (
        <Skeleton lines={12} />
      )}
    </section>
  )
}
function sentenceOf(changes: number, differing: number, otherKind: boolean) {
  if (changes === 0) return 'How your files look now. Change a setting to see what it does.'
  if (otherKind) return 'This format changes the whole file.'
  if (differing === 0) return 'Your changes make no difference to this record.'
  return differing === 1 ? 'One line of this record changes.' : `${differing} lines of this record change.`
}

/** Reloads the preview after saving, since its saved side has changed. */
function useReadAnewOnceSaved(saved: Settings) {
  const cache = useQueryClient()
  const known = useRef(saved)
  useEffect(() => {
    if (known.current === saved) return
    known.current = saved
    const queryKey = [settingsPreviewApi.previewSettings.path]
    cache.removeQueries({ queryKey, type: 'inactive' })
    void cache.invalidateQueries({ queryKey })
  }, [cache, saved])
}
