import type { FastifyReply } from 'fastify'
import type { Db } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import { csvLine, csvMark } from '#kit/csv.ts'
import { contentDisposition } from '#kit/server/file-name.ts'
import type { loadsApi } from '../contract.ts'
import { allEntries, oneLoad } from './list-loads.ts'

const columns = ['Record', 'Record number (001)', 'What became of it', 'Why, or what was repaired', 'Begins at']

/** What the filters leave of the records of a load that were rejected or repaired. */
export async function exportLoad(
  db: Db,
  { loadId, ...filters }: Input<typeof loadsApi.deskLoadCsv>,
  reply: FastifyReply,
): Promise<string> {
  const { id, file } = await oneLoad(db, loadId)
  const entries = await allEntries(db, id, filters)
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': contentDisposition(
      `${file.split('/').at(-1)} ${filters.list ?? 'rejected and repaired'}.csv`,
    ),
    'cache-control': 'private, no-store',
  })
  const rows = entries.map(({ position, recordNumber, list, told, offset }) =>
    csvLine([position, recordNumber, list, told.join(' '), offset]),
  )
  return [csvMark, csvLine(columns), ...rows].join('')
}
