import { Problem } from '#kit/problem.ts'
import { goTo } from '#kit/web/history.ts'
import { ItemRefused, untilReady } from '../../web/item-request.ts'
import { openFile } from '../../web/open-file.ts'
import { requestAgainById } from '../../web/request-again.ts'
import { filesOf, pageFileOf, readableOf } from '../../web/request-files.ts'
import { unknownError } from '../../web/request-stage.ts'
import { hasFile, itemAddress, type RequestLineView } from './request-row.ts'

/** Performs an action of a request's menu. */
export async function actOnLine(line: RequestLineView, id: string, tell: () => void): Promise<void> {
  if (id === 'open') goTo(`/downloadRequest/${encodeURIComponent(line.id)}`)
  else if (id === 'again') await requestAgainById(line.id)
  else if (id === 'read') openFile(readableOf(withRecord(line)))
  else {
    openFile(id === 'page' ? pageFileOf(withRecord(line)) : hrefOf(line, id))
    tell()
  }
}

/** A request of the row whose page can be read: the page itself, or any with a file. */
const withRecord = ({ id, files = [] }: RequestLineView) =>
  (files.find((file) => file.itemType === 'html' && hasFile(file)) ?? files.find(hasFile))?.id ?? id

function hrefOf(line: RequestLineView, id: string) {
  const item = line.files?.find((file) => file.id === id)
  if (item) return itemAddress(item)
  const { main, more } = filesOf(line)
  return [...main, ...more].find((file) => file.id === id)!.href
}

/** Polls every 1.2 s, at most for 180 s, until the file is ready, then downloads it. */
export async function downloadWhenReady(line: RequestLineView, signal: AbortSignal, tell: () => void): Promise<void> {
  try {
    await untilReady(line.id, signal)
  } catch (error) {
    throw new Problem('no_file', 0, [error instanceof ItemRefused ? error.message : unknownError])
  }
  openFile(filesOf({ ...line, fileSize: line.fileSize ?? 0 }).main[0]!.href)
  tell()
}
