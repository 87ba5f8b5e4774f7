import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { scanningStopped } from '../../rules.ts'
import { attachmentsApi } from '../contract.ts'
import { sentPicture } from './testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false, env: { CLAMD_SOCKET: '/nowhere/clamd.ctl' } })
  app.expectErrors(/virus scan/, /scanner_away/)
})
// Closed even after a failed test: otherwise closing the app would wait for them.
const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  return app.close()
})

const attachments = () => app.db.selectFrom('catalogueAttachment').select('id').execute()

test('while the scanner is unavailable nothing is accepted', async () => {
  await expect(app.as('hillview')(attachmentsApi.scanFiles, { files: [await sentPicture()] })).rejects.toMatchObject({
    status: 503,
    code: 'scanner_away',
    messages: [scanningStopped],
  })
  expect(await attachments()).toEqual([])
})

/** Milliseconds, enough on a busy machine. */
const patient = { timeout: 30_000 }

/** Sends a request's head and withholds its body. */
async function begun(port: number, cookie: string) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  const { host } = new URL(app.env.publicUrl)
  socket.write(
    `POST /rest/cataloguerequests/scanfiles HTTP/1.1\r\nhost: ${host}\r\nx-requested-with: test\r\ncookie: ${cookie}\r\n` +
      'content-type: application/json\r\ncontent-length: 1000000\r\n\r\n{',
  )
  let answer = ''
  socket.on('data', (piece) => {
    answer += String(piece)
  })
  return { socket, answer: () => answer }
}

type Begun = Awaited<ReturnType<typeof begun>>

test('a school sends pictures twice at once; a third call is refused unread, and a disconnected one frees its place', async () => {
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(address).port)
  const cookie = await app.sessionOf('hillview')
  const three = [await begun(port, cookie), await begun(port, cookie), await begun(port, cookie)]
  const answered = () => three.filter(({ answer }) => answer() !== '')
  await expect.poll(() => answered().length, patient).toBe(1)
  expect(answered()[0]!.answer()).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 2\r\n[\s\S]*too_many_at_once/)
  const [first, second] = three.filter(({ answer }) => answer() === '') as [Begun, Begun]
  const elsewhere = await begun(port, await app.sessionOf('riverside'))
  first.socket.destroy()
  const send = async () => app.as('hillview')(attachmentsApi.scanFiles, { files: [await sentPicture()] })
  await expect.poll(() => send().catch((problem) => problem.code), patient).toBe('scanner_away')
  expect(elsewhere.answer()).toBe('')
  second.socket.destroy()
  elsewhere.socket.destroy()
})
