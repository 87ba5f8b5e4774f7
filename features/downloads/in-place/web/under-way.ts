import { useSyncExternalStore } from 'react'
import { type Content, type DownloadRequest, downloadProblem, downloadsApi } from '#features/downloads/contract.ts'
import { withoutMark } from '#features/downloads/rules.ts'
import type { FileFormat } from '#features/school/settings/contract.ts'
import { type CallOptions, call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { announce } from '#ui/announce.tsx'
import { showToast } from '#ui/overlay/toast.tsx'
import { words as say } from '../../messages.ts'
import { ItemRefused, untilReady } from '../../web/item-request.ts'
import { filesOf, type RequestFile } from '../../web/request-files.ts'
import { moreTimeNeeded, unknownError } from '../../web/request-stage.ts'
import { sendBy } from '../../web/send-request.ts'
import { unansweredAddress } from '../../web/unanswered-address.ts'

/** Without `fileFormat`, the school's settings decide. */
export type Choice = { content: Content; fileFormat?: Exclude<FileFormat, 'MARC_XML'> }

/** A named set of records, and the call that requests them. */
export type Records = {
  name: string
  make: (choice: Choice, options: CallOptions) => Promise<{ response: DownloadRequest }>
}

/**
 * `making`: `late` once it takes longer than a page waits. `ready`: `blocked` if the browser refused the new window.
 * `later`: it continues without this page. `failed`: `way` is what may help.
 */
export type Stage =
  | { is: 'making'; late: boolean }
  | { is: 'ready'; files: RequestFile[]; blocked: boolean }
  | { is: 'later'; text: string }
  | { is: 'failed'; text: string; way: 'again' | 'products' | 'none' }

/** `address`: of its page, once there is one. */
export type UnderWay = { id: number; records: Records; choice: Choice; stage: Stage; address?: string }

let all: readonly UnderWay[] = []
let last = 0
const listeners = new Set<() => void>()

/** The downloads of this page, the newest first. They outlive the dialog and the screen that began them. */
export const useUnderWay = (): readonly UnderWay[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => all,
  )

/** Takes lines away; their requests continue, and stay in My downloads. */
export const dismiss = (which: (each: UnderWay) => boolean): void => keep(all.filter((each) => !which(each)))

export const hasArrived = ({ stage }: UnderWay): boolean => stage.is === 'ready' && !stage.blocked

export function startDownload(records: Records, choice: Choice): void {
  last += 1
  // A file that has arrived makes room for the next.
  keep([
    { id: last, records, choice, stage: { is: 'making', late: false } },
    ...all.filter((each) => !hasArrived(each)),
  ])
  announce(`${records.name}: ${say.makingFile}`)
  void run(last, records, choice)
}

export function tryAgain({ id, records, choice }: UnderWay): void {
  change(id, { stage: { is: 'making', late: false } })
  void run(id, records, choice)
}

/** The request has ended without a file: the same one would again. */
class NoFile extends ItemRefused {}

async function run(id: number, records: Records, choice: Choice): Promise<void> {
  try {
    const sent = await sendBy((options) => records.make(choice, options))
    if (sent === 'unanswered') {
      change(id, { stage: { is: 'later', text: say.moreTime }, address: unansweredAddress({ name: records.name }) })
      return tell(records, say.moreTime, 'warn')
    }
    const address = `/downloadRequest/${encodeURIComponent(sent.id)}`
    change(id, { stage: { is: 'making', late: sent.waits }, address })
    await finish(id, records, sent.id)
  } catch (error) {
    const late = error instanceof ItemRefused && error.message === moreTimeNeeded
    const { code, messages } =
      error instanceof ItemRefused ? { code: '', messages: [error.message] as const } : problemOf(error)
    const text = withoutMark(messages[0])
    if (late) change(id, { stage: { is: 'later', text } })
    else {
      const way = code === 'no_subscription' ? 'products' : error instanceof NoFile ? 'none' : 'again'
      change(id, { stage: { is: 'failed', text, way } })
    }
    tell(records, text, late ? 'warn' : 'bad')
  }
}

async function finish(id: number, records: Records, requestId: string) {
  const details = () => call(downloadsApi.requestDetails, { requestId })
  let { response } = await details()
  if (response.requestStatus === 'FAILED' && !response.timeout)
    throw new NoFile(response.messages.join(' ') || unknownError, true)
  if (response.requestStatus !== 'READY') {
    await untilReady(requestId, new AbortController().signal)
    response = (await details()).response
  }
  const files = filesOf(response).main
  const [file] = files
  if (!file) throw new NoFile(downloadProblem('nothing_matched').messages[0], true)
  const blocked = !openWindow(file.href)
  change(id, { stage: { is: 'ready', files, blocked } })
  announce(`${records.name}: ${say.requestReady}`)
}

/** Whether the browser allowed it: after some seconds without a press it may not. */
function openWindow(href: string): boolean {
  const opened = window.open(href, '_blank')
  if (opened) opened.opener = null
  return opened !== null
}

/** An announcement, and a toast for those who look elsewhere; the line says the same. */
function tell({ name }: Records, text: string, tone: 'warn' | 'bad') {
  announce(`${name}: ${text}`)
  showToast({ tone, title: name, text })
}

function change(id: number, now: Partial<UnderWay>) {
  keep(all.map((each) => (each.id === id ? { ...each, ...now } : each)))
}

function keep(next: readonly UnderWay[]) {
  all = next
  for (const listener of listeners) listener()
}
