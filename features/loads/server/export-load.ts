import type { FastifyReply } from 'fastify'
import type { Db } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import { sendTable } from '#kit/server/send-table.ts'
import type { loadsApi } from '../contract.ts'
import { allEntries, oneLoad } from './list-loads.ts'

const columns = ['Record', 'Record number (001)', 'Result', 'Details', 'Begins at']

/** What the filters leave of the records of a load that were rejected or repaired. */
export async function exportLoad(
  db: Db,
  { loadId, format, ...filters }: Input<typeof loadsApi.deskLoadCsv>,
  reply: FastifyReply,
) {
  const { id, file } = await oneLoad(db, loadId)
  const entries = await allEntries(db, id, filters)
  const name = `${file.split('/').at(-1)} ${filters.list ?? 'rejected and repaired'}`
  const rows = entries.map(({ position, recordNumber, list, told, offset }) => [
    position === 0 ? 'File' : position,
    recordNumber,
    position === 0 ? 'damaged' : list,
    told.join(' '),
    offset,
  ])
  return sendTable(reply, { name, format, columns }, rows)
}
