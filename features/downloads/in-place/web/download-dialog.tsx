import { Download } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type Content, downloadsApi, maxNameLength } from '#features/downloads/contract.ts'
import { useSettings } from '#features/school/settings/web/settings-parts.tsx'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { counted } from '#kit/web/format.ts'
import { pageLanguage } from '#kit/web/settings.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/form/field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { words as say } from '../../messages.ts'
import { ContentChoice } from '../../web/content-choice.tsx'
import { useFirstContent } from '../../web/first-content.ts'
import { lastChoice, rememberChoice } from '../../web/last-choice.ts'
import { formats } from '../../web/request-labels.ts'
import { DownloadTray } from './download-tray.tsx'
import { type Choice, type Records, startDownload } from './under-way.ts'

/** `formats` in the order of the settings; MARCXML is not offered for a choice. */
const { MARC_XML: _, ...offered } = formats

/**
 * Asks for the content and the format of some records' files, and starts the download: its progress stays visible below
 * whatever screen follows.
 */
export function DownloadDialog({
  name,
  count,
  onClose,
  ...records
}: { name: string; count: number; onClose: () => void } & (
  | { ids: string[] }
  | { query: Record<string, unknown> }
  | Pick<Records, 'make'>
)) {
  const form = useId()
  const [fileFormat, setFormat] = useState(lastFormat)
  const [chosen, setContent] = useState<Content>()
  const first = useFirstContent()
  const content = chosen ?? first
  const own = useSettings().settings?.downloadFileFormat
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const choice: Choice = { content, ...(fileFormat && { fileFormat }) }
    rememberChoice({ ...(chosen && { content: chosen }), fileFormat })
    onClose()
    drawTray()
    const make = 'make' in records ? records.make : requestOf(records, name)
    startDownload({ name, make }, choice)
  }
  return (
    <Dialog
      title={
        count === 1 ? say.downloadRecord : say.downloadRecords({ records: counted(count, say.record, say.records) })
      }
      lang={pageLanguage()}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{say.cancel}</Button>
          <Button type="submit" form={form} look="main" icon={Download}>
            {say.download}
          </Button>
        </>
      }
    >
      <form id={form} className="stack gap-16" onSubmit={submit}>
        <p className="title-small anywhere">{name}</p>
        <ContentChoice value={content} one={count === 1} onChange={setContent} />
        {content !== 'IMAGE_ONLY' && (
          <Select
            label={say.format}
            options={[
              { value: '', label: own ? say.schoolSettingOf({ format: formats[own] }) : say.schoolSetting },
              ...Object.entries(offered)
                .filter(([value]) => value !== own)
                .map(([value, label]) => ({ value, label })),
            ]}
            value={fileFormat && fileFormat !== own ? fileFormat : ''}
            onChange={({ target: { value } }) => setFormat(isFormat(value) ? value : undefined)}
          />
        )}
        <p className="quiet text-small">{say.keepWorking}</p>
      </form>
    </Dialog>
  )
}

/** Requests records under a title, or what a query finds under its words. */
const requestOf =
  (records: { ids: string[] } | { query: Record<string, unknown> }, name: string): Records['make'] =>
  async (choice, options) => {
    const which = 'ids' in records ? { identities: records.ids } : { bodybuilderquery: records.query }
    const input = { ...which, ...choice }
    try {
      const requestName = name.trim().slice(0, maxNameLength)
      return await call(downloadsApi.createRequest, requestName ? { ...input, requestName } : input, options)
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'invalid_input') throw error
      // A title or a search may hold what no name may, such as a web address.
      return call(downloadsApi.createRequest, input, options)
    }
  }

const isFormat = (value: unknown): value is keyof typeof offered => typeof value === 'string' && value in offered

function lastFormat() {
  const { fileFormat } = lastChoice()
  return isFormat(fileFormat) ? fileFormat : undefined
}

let tray: HTMLElement | undefined

/** In a root of its own, so that it outlives every screen and weighs on no first visit. */
function drawTray() {
  if (tray?.isConnected) return
  tray = document.body.appendChild(document.createElement('div'))
  createRoot(tray).render(<DownloadTray />)
}
