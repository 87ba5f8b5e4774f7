import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { Problem } from '#kit/problem.ts'
import { cleanFileName, contentDisposition } from '#kit/server/files/file-name.ts'
import { measure, type ZipEntry, zip } from '#kit/server/files/zip.ts'
import { downloadProblem } from '../../contract.ts'
import { type FileNames, pageOf, partOf, schoolFileNames } from '../../server/downloads.ts'
import { ownRequest, sentAsWhole } from '../../server/own-request.ts'
import { beginDownload, type ReadyRow, readyRequest } from '../../server/state.ts'
import { manageProblem, maxTogether } from '../contract.ts'

type Needs = Pick<App, 'db' | 'files' | 'clock' | 'catalogue' | 'env' | 'recall'>

/**
 * The files of several requests as one ZIP, made while it is sent. Each counts as downloaded when its turn comes.
 * Requests without a file are left out, and listed in the ZIP.
 */
export async function downloadTogether(
  app: Needs,
  customerId: string,
  requestIds: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  const ids = [...new Set(requestIds.split(','))]
  if (ids.length > maxTogether) throw manageProblem('too_many_together')
  const known = await app.db
    .selectFrom('downloadRequest')
    .select(['id', 'status', 'fileKey', 'finishedAt', 'matchedCount'])
    .where('customerId', '=', customerId)
    .where('id', 'in', ids)
    .execute()
  if (known.length < ids.length) throw downloadProblem('request_not_found')
  const ready = known.filter(({ status, fileKey }) => status === 'READY' && fileKey !== null)
  if (ready.length === 0) throw manageProblem('nothing_ready')
  // The newest file's: the same files give the same ZIP.
  const madeAt = new Date(Math.max(...ready.map(({ finishedAt }) => Number(finishedAt))))
  const ofZip = await schoolFileNames(app, customerId)
  const names = await schoolFileNames(app, customerId, { named: true })
  const count = ready.reduce((sum, { matchedCount }) => sum + matchedCount, 0)
  const isHead = request.method === 'HEAD'
  const file = Readable.from(isHead ? [] : zip(entries(app, { customerId, names }, ids), madeAt), { objectMode: false })
  // Until the first file can be read, a failure is still a proper reply.
  if (!isHead) await once(file, 'readable')
  return reply
    .headers({
      'content-type': 'application/zip',
      'content-disposition': contentDisposition(ofZip({ name: 'My downloads', at: app.clock(), count }, 'zip')),
      'cache-control': 'private, no-store, no-transform',
    })
    .send(file)
}

type School = { customerId: string; names: FileNames }

async function* entries(app: Needs, { customerId, names }: School, ids: string[]): AsyncGenerator<ZipEntry> {
  const distinct = distinctNames()
  const leftOut: string[] = []
  for (const id of ids) {
    // One at a time: each may have thousands of records.
    const row = await ownRequest(app.db, customerId, id)
    let sent = 0
    for await (const entry of entriesOf(app, row, { names, distinct })) {
      sent++
      yield entry
    }
    if (sent === 0) leftOut.push(row.name)
  }
  if (leftOut.length === 0) return
  const text = `These requests had no file:\r\n${leftOut.map((name) => `${name}\r\n`).join('')}`
  yield { name: distinct('Not included.txt'), deflated: true, content: () => [Buffer.from(text)] }
}

/** The files of its own download: the page, or data and covers in one file or each alone. None if it is not ready. */
async function* entriesOf(
  app: Needs,
  row: Awaited<ReturnType<typeof ownRequest>>,
  { names, distinct }: { names: FileNames; distinct: (name: string) => string },
): AsyncGenerator<ZipEntry> {
  if (row.status !== 'READY') return
  const found = readyRequest(row)
  if (row.itemType === 'html') {
    const page = await pageOf(app, found, names)
    if (page && (await begins(app, found, true)))
      yield { name: distinct(page.name), deflated: true, content: () => bytesOf(page.pieces) }
    return
  }
  const keys = [sentAsWhole(found).key, ...(found.packageKey === null ? [found.imageKey] : [])]
  for (const key of keys) {
    if (key === null) continue
    const { name, withRecords, isCompressed } = partOf(found, key, names)
    const opened = await app.files.get(key)
    if (!opened || !(await begins(app, found, withRecords))) {
      opened?.stream.destroy()
      continue
    }
    if (!isCompressed) {
      yield { name: distinct(name), deflated: true, content: () => opened.stream }
      continue
    }
    const sums = await measure(opened.stream)
    const again = await app.files.get(key)
    if (again) yield { name: distinct(name), ...sums, content: () => again.stream }
  }
}

/** False if its records were changed since it was read: its file is made again. */
async function begins(app: Needs, found: ReadyRow, withRecords: boolean): Promise<boolean> {
  try {
    await beginDownload(app, found, withRecords)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'request_not_ready') return false
    throw error
  }
}

async function* bytesOf(pieces: AsyncIterable<string>) {
  for await (const piece of pieces) yield Buffer.from(piece)
}

/** “Term 1.mrc”, then “Term 1 (2).mrc”, also where a file system ignores case. */
function distinctNames() {
  const given = new Set<string>()
  return (name: string) => {
    const clean = cleanFileName(name)
    const at = clean.lastIndexOf('.')
    for (let turn = 1; ; turn++) {
      const next = turn === 1 ? clean : `${clean.slice(0, at)} (${turn})${clean.slice(at)}`
      if (given.has(next.toLowerCase())) continue
      given.add(next.toLowerCase())
      return next
    }
  }
}
