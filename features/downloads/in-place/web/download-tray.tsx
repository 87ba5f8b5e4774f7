import './download-tray.css'
import { CircleAlert, CircleCheck, Clock, LoaderCircle, X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { goTo } from '#kit/web/history.ts'
import { pageLanguage, settings } from '#kit/web/settings.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { words as say } from '../../messages.ts'
import type { RequestFile } from '../../web/request-files.ts'
import { dismiss, hasArrived, type Stage, tryAgain, type UnderWay, useUnderWay } from './under-way.ts'

const icons = { making: LoaderCircle, ready: CircleCheck, later: Clock, failed: CircleAlert }

/** How long a file that has arrived stays listed: longer than its toast. */
const arrivedForMs = 20_000

/** The downloads that were started on this page, at its lower edge, until each has arrived or is dismissed. */
export function DownloadTray() {
  const all = useUnderWay()
  const tray = useRef<HTMLElement>(null)
  const arrived = all.filter(hasArrived).length
  useEffect(() => {
    if (arrived === 0) return
    const timer = setInterval(() => {
      // Not while someone is about to use it.
      if (!tray.current?.matches(':hover, :focus-within')) dismiss(hasArrived)
    }, arrivedForMs)
    return () => clearInterval(timer)
  }, [arrived])
  if (all.length === 0) return null
  const remove = (which: (each: UnderWay) => boolean) => {
    dismiss(which)
    // The focused button disappears.
    document.getElementById('content')?.focus({ preventScroll: true })
  }
  return (
    <section className="download-tray no-print" aria-label={say.downloads} lang={pageLanguage()} ref={tray}>
      <header>
        <h2>{say.downloads}</h2>
        <Button look="bare" square icon={X} onClick={() => remove(() => true)}>
          {say.closeList}
        </Button>
      </header>
      <ul>
        {all.map((each) => (
          <li key={each.id} className={each.stage.is}>
            <Icon of={icons[each.stage.is]} turning={each.stage.is === 'making'} />
            <div className="stack gap-2 min-w-0">
              <p className="name clamp-2 anywhere">{each.records.name}</p>
              <Line {...each} />
            </div>
            {all.length > 1 && (
              <Button look="bare" square icon={X} onClick={() => remove(({ id }) => id === each.id)}>
                {say.closeNamed({ name: each.records.name })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Line(each: UnderWay) {
  const { stage, address } = each
  const request = address && <Go href={address}>{say.openRequest}</Go>
  return (
    <>
      <p className="text-note">{textOf(stage)}</p>
      {stage.is === 'making' && <progress className="w-full" aria-label={say.makingFileLabel} />}
      <p className="ways text-note">
        {stage.is === 'ready' &&
          stage.files.map((file) => (
            <a key={file.id} href={file.href} target="_blank" rel="noopener">
              {inWords(file)}
            </a>
          ))}
        {stage.is === 'failed' && stage.way === 'products' && (
          <Go href={`${settings.cmsUrl}/products`}>{say.seeProducts}</Go>
        )}
        {stage.is === 'failed' && stage.way === 'again' && (
          <button type="button" onClick={() => tryAgain(each)}>
            {say.tryAgain}
          </button>
        )}
        {stage.is !== 'making' && request}
      </p>
    </>
  )
}

function textOf(stage: Stage): string {
  if (stage.is === 'making') return stage.late ? say.moreTime : say.makingFile
  if (stage.is !== 'ready') return stage.text
  if (stage.blocked) return `${say.requestReady} ${say.windowStopped}`
  return `${say.requestReady} ${say.downloadBegins}. ${say.noDownload}`
}

const inWords = ({ label, form }: RequestFile) => [label, form].filter(Boolean).join(', ')

/** A link to a screen. The tray has its own root, outside the router's. */
const Go = ({ href, children }: { href: string; children: ReactNode }) => (
  <a
    href={href}
    onClick={(event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || /^[a-z]+:/.test(href)) return
      event.preventDefault()
      goTo(href)
    }}
  >
    {children}
  </a>
)
