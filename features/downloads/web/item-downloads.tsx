import './item-downloads.css'
import { Code, Download, FileText, ImageIcon, LibraryBig, LoaderCircle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { downloadsApi, type ItemType } from '#features/downloads/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Icon, type IconShape } from '#ui/icon.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { showToast } from '#ui/overlay/toast.tsx'
import { ItemFailure } from './item-failure.tsx'
import { addressOfItem, ItemRefused, type ReadyItem, requestReadyItem } from './item-request.ts'
import { formats } from './request-labels.ts'
import { downloadBegins, requestReady, unknownError } from './request-stage.ts'

type Row = { type: ItemType; name: string; hint?: string; form: string; icon: IconShape; none?: boolean }
type State = { busy: ItemType } | { ready: ReadyItem } | { refused: ItemRefused } | undefined

/** The files of a record, each one press away. For staff of a school only. */
export function ItemDownloads({ id, title }: { id: string; title: string }) {
  const { reply, problem } = useLatestReply(downloadsApi.itemFormats, { bibId: id })
  const [state, setState] = useState<State>()
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])

  const request = async (type: ItemType) => {
    if (state && 'busy' in state) return
    setState({ busy: type })
    leaving.current = new AbortController()
    const { signal } = leaving.current
    try {
      const ready = await requestReadyItem(type, id, signal)
      setState({ ready })
      window.open(addressOfItem(ready), '_blank', 'noopener')
    } catch (error) {
      if (signal.aborted) return
      const refused = error instanceof ItemRefused ? error : new ItemRefused(unknownError, false)
      setState({ refused })
      showToast({ tone: 'bad', text: refused.message })
    }
  }

  const known = reply?.response
  const rows: Row[] = [
    { type: 'marc', name: 'MARC record', form: known ? formats[known.marc] : '', icon: LibraryBig },
    {
      type: 'data',
      name: 'Data file',
      hint: 'in your format',
      form: known ? formats[known.data] : '',
      icon: FileText,
    },
    {
      type: 'image',
      name: 'Cover picture',
      form: known ? (known.image ? 'Available' : 'None') : '',
      icon: ImageIcon,
      none: known?.image === false,
    },
    { type: 'html', name: 'Web page', form: 'HTML', icon: Code },
  ]
  return (
    <section className="item-downloads stack gap-6" aria-label={`Download: ${title}`}>
      <h2>Download</h2>
      <ul className="framed-2 rounded on-surface ruled">
        {rows.map(({ type, name, hint, form, icon, none }) => {
          const busy = state && 'busy' in state && state.busy === type
          return (
            <li key={type}>
              <button
                type="button"
                className={none ? 'item-row none' : 'item-row'}
                aria-disabled={busy || undefined}
                onClick={() => void request(type)}
              >
                <Icon of={icon} small />
                <span className="name">
                  {name}
                  {hint && <small className="block ink-3 text-note weight-400"> {hint}</small>}
                </span>
                <span className="form ink-3 text-note weight-400">
                  {form || (problem ? '' : <Skeleton width="48px" />)}
                </span>
                {busy ? (
                  <Icon className="ink-link" of={LoaderCircle} small turning />
                ) : (
                  !none && <Icon className="ink-link" of={Download} small />
                )}
              </button>
            </li>
          )
        })}
      </ul>
      <div role="status" className="item-state stack gap-2 ink-2 text-note">
        {state && 'busy' in state && <p>Making your file…</p>}
        {state && 'ready' in state && (
          <>
            <p>
              {requestReady} {downloadBegins}.
            </p>
            <a className="tall-24" href={addressOfItem(state.ready)} target="_blank" rel="noopener">
              No download? Get the file here
            </a>
          </>
        )}
      </div>
      {state && 'refused' in state && <ItemFailure refused={state.refused} onClose={() => setState(undefined)} />}
    </section>
  )
}
