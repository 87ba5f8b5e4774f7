import { Download, Ellipsis, ListChecks } from 'lucide-react'
import { lazy, useEffect, useRef, useState } from 'react'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { withoutMark } from '#features/downloads/rules.ts'
import { addressOf } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { MenuTrigger } from '#ui/overlay/menu.tsx'
import { showToast, toastSuccess } from '#ui/overlay/toast.tsx'
import { filesOf } from '../../web/request-files.ts'
import { downloadBegins, requestReady } from '../../web/request-stage.ts'
import { isUnfinished, itemAddress, leadOf, type RequestLineView, readyIds } from './request-row.ts'

const RenameRequest = lazy(async () => ({ default: (await import('./rename-request.tsx')).RenameRequest }))
const loadMenu = () => import('./line-menu.tsx')
const LineMenu = lazy(async () => ({ default: (await loadMenu()).LineMenu }))
const prepareMenu = () => void loadMenu().catch(() => undefined)

/** Says that a file is being downloaded, and shows its new state a little later. */
export function announceDownload(again: () => void): void {
  toastSuccess({ title: requestReady, text: downloadBegins })
  setTimeout(again, 3000)
}

/** The file of a row, and all other actions on it. `onHide`: it is about to be hidden, or to be shown again. */
export function LineActions({
  line,
  hidden,
  again,
  onHide,
}: {
  line: RequestLineView
  hidden: boolean
  again: () => void
  onHide: () => void
}) {
  const [renames, setRenames] = useState(false)
  const [says, setSays] = useState<string>()
  const [busy, setBusy] = useState(false)
  const tell = () => announceDownload(again)
  const choose = async (id: string) => {
    setSays(undefined)
    if (id === 'rename') return setRenames(true)
    setBusy(true)
    try {
      // Most visits press none of these, so their script loads on demand.
      if (id === 'hide') {
        const { hideRows } = await import('./hide-rows.ts')
        onHide()
        await hideRows([line], !hidden, again)
      } else await (await import('./act-on-line.ts')).actOnLine(line, id, tell)
    } catch (error) {
      setSays(failureMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const name = line.requestName || 'Download request'
  const label = `More actions for ${name}`
  return (
    <>
      <span className="buttons flex justify-end gap-4">
        <Fetch line={line} name={name} tell={tell} again={again} onRefused={setSays} />
        <MenuTrigger
          look="bare"
          square
          icon={Ellipsis}
          busy={busy}
          onNear={prepareMenu}
          menu={(open) => (
            <LazyPart>
              <LineMenu {...{ line, hidden, label, open }} onChoose={(id) => void choose(id)} />
            </LazyPart>
          )}
        >
          {label}
        </MenuTrigger>
      </span>
      {says && (
        <p className="mt-4 text-right ink-bad text-note" role="alert">
          {says}
        </p>
      )}
      {renames && (
        <LazyPart>
          <RenameRequest line={line} onRenamed={again} onClose={() => setRenames(false)} />
        </LazyPart>
      )}
    </>
  )
}

/** The file itself, or all files of a record; for one that is still being made, waits until it is ready. */
function Fetch({
  line,
  name,
  tell,
  again,
  onRefused,
}: {
  line: RequestLineView
  name: string
  tell: () => void
  again: () => void
  onRefused: (sentence: string | undefined) => void
}) {
  const [busy, setBusy] = useState(false)
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const lead = leadOf(line)
  const ids = readyIds(line)
  const several = ids.length > 1
  const only = line.files?.find(({ id }) => id === ids[0])
  const href = several
    ? addressOf(manageApi.downloadTogether, { requestIds: ids.join() })
    : only
      ? itemAddress(only)
      : filesOf(line).main[0]?.href
  const word = several ? 'Download all' : lead.downloadComplete ? 'Download again' : 'Download'
  const of = <span className="only-heard">: {name}</span>
  if (lead.requestStatus === 'READY' && href)
    return (
      <LinkButton
        look={lead.downloadComplete ? 'plain' : 'main'}
        icon={Download}
        href={href}
        aria-keyshortcuts="D"
        target="_blank"
        rel="noopener"
        onClick={tell}
      >
        {word}
        {of}
      </LinkButton>
    )
  if (line.requestStatus === 'READY' && line.choicesCount > 0)
    return (
      <LinkButton href={`/downloadRequest/${encodeURIComponent(line.id)}`} icon={ListChecks}>
        Choose{of}
      </LinkButton>
    )
  if (!isUnfinished(lead)) return null
  const wait = async () => {
    setBusy(true)
    onRefused(undefined)
    leaving.current = new AbortController()
    const { signal } = leaving.current
    try {
      await (await import('./act-on-line.ts')).downloadWhenReady(lead, signal, tell)
    } catch (error) {
      if (!signal.aborted) onRefused(failureMessage(error))
    }
    if (signal.aborted) return
    setBusy(false)
    again()
  }
  return (
    <Button icon={Download} busy={busy} aria-keyshortcuts="D" onClick={wait}>
      {busy ? 'Waiting…' : 'Download'}
      {of}
    </Button>
  )
}

/** The sentence of a refusal, which a toast shows too. */
function failureMessage(error: unknown): string {
  const text = withoutMark(problemOf(error).messages[0])
  showToast({ tone: 'bad', text })
  return text
}
