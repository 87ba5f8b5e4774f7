import type { App } from '#app/app.ts'
import { openServer } from '#app/server.ts'
import { sessionOf } from '#features/account/sign-in/server/session-testing.ts'
import { book } from '#features/downloads/server/testing.ts'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import type { Endpoint, RawInput, Reply } from '#kit/contract.ts'
import { attachmentsApi } from '../attachments/contract.ts'
import { sentPicture } from '../attachments/server/testing.ts'
import { confirmApi } from '../confirm/contract.ts'
import { requestsApi } from '../contract.ts'
import { isbn, paper, posted } from './testing.ts'

/** The steps of a request, in order. */
export const steps = ['scan', 'create', 'patch', 'confirm', 'check-in', 'attach'] as const
export type Step = (typeof steps)[number]
/** Data returned by the steps so far. */
export type Progress = { fileId?: string; id?: string; requestNumber?: string; version?: number; itemIds?: string[] }

type Call = <E extends Endpoint>(person: 'school' | 'desk', endpoint: E, input: RawInput<E>) => Promise<Reply<E>>

const users = { school: 'demo-hillview-librarian', desk: 'demo-desk' }

/** Calls over HTTP without a socket, as a person of the school and one of the desk. */
export async function openCalls(app: App): Promise<{ call: Call; close(): Promise<void> }> {
  const http = await openServer(app, { maxWaitMs: 0 })
  await http.ready()
  const cookieOf = (userId: string) => sessionOf(app.db, userId, app.env.publicUrl, { now: app.clock(), hours: 1 })
  const cookies = { school: await cookieOf(users.school), desk: await cookieOf(users.desk) }
  const call: Call = async (person, endpoint, input) => {
    const rest: Record<string, unknown> = { ...(input as object) }
    const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      return value
    })
    const [method] = endpoint.methods
    const headers = { host: new URL(app.env.publicUrl).host, 'x-requested-with': 'test', cookie: cookies[person] }
    const reply = await http.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload: rest }) })
    if (reply.statusCode !== 200) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`)
    return reply.json()
  }
  return { call, close: () => http.close() }
}

export const record = () => book({ id: 'killed-1', title: 'The record', isbns: [isbn(1)] })

/** Runs one step; adds its reply to `told`. */
export async function take(step: Step, call: Call, told: Progress): Promise<Progress> {
  const { id = '' } = told
  switch (step) {
    case 'scan': {
      const { response } = await call('school', attachmentsApi.scanFiles, { files: [await sentPicture('cover.png')] })
      return { fileId: response.files[0]!.file!.id }
    }
    case 'create': {
      const files = [{ id: told.fileId! }, await sentPicture('back.png')]
      const items = [paper({ title: 'Described', files }), posted({ title: 'Posted', standardNumber: isbn(1) })]
      const { response } = await call('school', requestsApi.createCatalogueRequest, { items })
      const { requestNumber, version } = response
      return { ...told, id: response.id, requestNumber, version, itemIds: response.items.map((item) => item.id) }
    }
    case 'patch': {
      const ops = [
        { op: 'replace' as const, path: '/items/0/title', value: 'Described anew' },
        { op: 'remove' as const, path: '/items/0/files/0' },
        { op: 'add' as const, path: '/items/-', value: paper({ title: 'Added' }) },
      ]
      const input = { id, ops, version: told.version! }
      const { response } = await call('school', requestsApi.changeCatalogueRequest, input)
      return { ...told, version: response.version, itemIds: response.items.map((item) => item.id) }
    }
    case 'confirm': {
      const view = await call('school', confirmApi.confirmView, { id })
      const depot = view.response.depots[0]!.id
      await call('school', confirmApi.confirmRequest, { id, depot, version: told.version! })
      return told
    }
    case 'check-in':
      await call('desk', cataloguingApi.checkIn, { code: told.requestNumber! })
      return told
    case 'attach': {
      const base64 = Buffer.from(record().marc).toString('base64')
      await call('desk', cataloguingApi.attachRecord, { itemIds: told.itemIds!, base64 })
      return told
    }
  }
}

/** A school's view of its requests. */
export async function seen(call: Call, { id }: Progress) {
  if (id === undefined) return (await call('school', requestsApi.catalogueRequests, {})).response
  return [(await call('school', requestsApi.catalogueRequest, { id })).response]
}
