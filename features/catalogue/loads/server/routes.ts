import type { FastifyInstance, FastifyReply } from 'fastify'
import type { App, Db } from '#app/app.ts'
import type { Input } from '#kit/contract.ts'
import { sendTable } from '#kit/server/files/send-table.ts'
import { serve } from '#kit/server/serve.ts'
import { loadsApi } from '../contract.ts'
import { allEntries, listEntries, listLoads, oneLoad } from './list-loads.ts'

export const loadRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, loadsApi, {
    deskLoads: (input) => listLoads(app.db, input),
    deskLoad: async ({ loadId }) => ({ response: await oneLoad(app.db, loadId) }),
    deskLoadEntries: (input) => listEntries(app.db, input),
    deskLoadCsv: (input, { reply }) => exportLoad(app.db, input, reply),
  })

const columns = ['Record', 'Record number (001)', 'Result', 'Details', 'Starts at byte']

/** The rejected and repaired records of a load that match the filters. */
async function exportLoad(
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
