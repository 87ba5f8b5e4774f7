import { problemOf } from '#kit/web/fetch-json.ts'
import { goTo } from '#kit/web/history.ts'
import { showToast } from '#ui/overlay/toast.tsx'
import { withoutMark } from '../../web/downloads-parts.tsx'
import { ItemRefused, untilReady } from '../../web/item-request.ts'
import { openFile } from '../../web/open-file.ts'
import { requestAgainById } from '../../web/request-again.ts'
import { filesOf, pageFileOf, readableOf } from '../../web/request-files.ts'
import { unknownError } from '../../web/request-stage.ts'
import type { ShownLine } from './use-request-list.ts'

/** Performs an action of a request's menu. Returns the sentence of a refusal. */
export async function actOnLine(line: ShownLine, id: string, tell: () => void): Promise<string | undefined> {
  if (id === 'open') goTo(`/downloadRequest/${encodeURIComponent(line.id)}`)
  else if (id === 'again') return refusalOf(() => requestAgainById(line.id))
  else if (id === 'read') openFile(readableOf(line.id))
  else {
    const { main, more } = filesOf(line)
    openFile(id === 'page' ? pageFileOf(line.id) : [...main, ...more].find((file) => file.id === id)!.href)
    tell()
  }
  return undefined
}

/**
 * Polls every 1.2 s, at most for 180 s, until the file is ready. Returns the sentence that says why it did not come.
 */
export async function downloadWhenReady(
  line: ShownLine,
  signal: AbortSignal,
  tell: () => void,
): Promise<string | undefined> {
  try {
    await untilReady(line.id, signal)
  } catch (error) {
    if (signal.aborted) return undefined
    const text = error instanceof ItemRefused ? error.message : unknownError
    showToast({ tone: 'bad', text })
    return text
  }
  openFile(filesOf({ ...line, fileSize: line.fileSize ?? 0 }).main[0]!.href)
  tell()
  return undefined
}

async function refusalOf(work: () => Promise<void>) {
  try {
    await work()
    return undefined
  } catch (error) {
    const text = withoutMark(problemOf(error).messages[0]!)
    showToast({ tone: 'bad', text })
    return text
  }
}
