import {
  Code,
  Download,
  Ellipsis,
  ExternalLink,
  FileText,
  Images,
  ListChecks,
  Pencil,
  Printer,
  RefreshCw,
} from 'lucide-react'
import { lazy, useEffect, useRef, useState } from 'react'
import { withoutMark } from '#features/downloads/rules.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { MenuButton, type MenuGroup } from '#ui/overlay/menu.tsx'
import { showToast } from '#ui/overlay/toast.tsx'
import { filesOf } from '../../web/request-files.ts'
import { canBeAskedAgain, downloadBegins, requestReady } from '../../web/request-stage.ts'
import { isUnfinished, type RequestLineView } from './use-request-list.ts'

const RenameRequest = lazy(async () => ({ default: (await import('./rename-request.tsx')).RenameRequest }))

/** The file of a request in the list, and all other actions on it. */
export function LineActions({ line, again }: { line: RequestLineView; again: () => void }) {
  const [renames, setRenames] = useState(false)
  const [says, setSays] = useState<string>()
  const [busy, setBusy] = useState(false)
  const tell = () => {
    showToast({ tone: 'ok', title: requestReady, text: downloadBegins })
    setTimeout(again, 3000)
  }
  const choose = async (id: string) => {
    setSays(undefined)
    if (id === 'rename') return setRenames(true)
    setBusy(true)
    try {
      // Most visits press none of these, so their script loads on demand.
      await (await import('./act-on-line.ts')).actOnLine(line, id, tell)
    } catch (error) {
      setSays(failureMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const name = line.requestName || 'Download request'
  return (
    <>
      <span className="buttons flex justify-end gap-4">
        <Fetch line={line} name={name} tell={tell} again={again} onRefused={setSays} />
        <MenuButton
          label={`More of ${name}`}
          look="bare"
          square
          icon={Ellipsis}
          busy={busy}
          groups={actionsOf(line)}
          onChoose={(id) => void choose(id)}
        >
          {`More of ${name}`}
        </MenuButton>
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

/** The file itself; for one that is still being made, waits until it is ready. */
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
  const [file] = filesOf(line).main
  const word = line.downloadComplete ? 'Download again' : 'Download'
  const of = <span className="only-heard">: {name}</span>
  if (line.requestStatus === 'READY' && file)
    return (
      <LinkButton
        look={line.downloadComplete ? 'plain' : 'main'}
        icon={Download}
        href={file.href}
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
  if (!isUnfinished(line)) return null
  const wait = async () => {
    setBusy(true)
    onRefused(undefined)
    leaving.current = new AbortController()
    const { signal } = leaving.current
    try {
      await (await import('./act-on-line.ts')).downloadWhenReady(line, signal, tell)
    } catch (error) {
      if (!signal.aborted) onRefused(failureMessage(error))
    }
    if (signal.aborted) return
    setBusy(false)
    again()
  }
  return (
    <Button icon={Download} busy={busy} onClick={wait}>
      {busy ? 'Waiting …' : word}
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

const icons = { whole: Download, data: FileText, image: Images } as const

/** The menu of a request: its files, then its actions. */
function actionsOf(line: RequestLineView): MenuGroup[] {
  const { main, more } = filesOf(line)
  const has = line.requestStatus === 'READY' && main.length > 0
  const files = [...main, ...more].map(({ id, label, form }) => ({
    id,
    label: `Download ${[label, form].filter(Boolean).join(', ')}`,
    icon: icons[id as keyof typeof icons],
  }))
  const groups: MenuGroup[] = []
  if (has)
    groups.push({
      id: 'files',
      items: [
        ...files,
        { id: 'page', label: 'Download web page, HTML', icon: Code },
        { id: 'read', label: 'Read and print', icon: Printer },
      ],
    })
  groups.push({
    id: 'request',
    items: [
      { id: 'open', label: 'Request page', icon: ExternalLink },
      { id: 'rename', label: 'Rename', icon: Pencil },
      ...(canBeAskedAgain(line) ? [{ id: 'again', label: 'Request again', icon: RefreshCw }] : []),
    ],
  })
  return groups
}
