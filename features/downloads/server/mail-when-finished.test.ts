import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { downloadsApi } from '../contract.ts'
import { failedSentence, writeFile } from '../files/server/write-file.ts'
import { manageApi } from '../my-downloads/contract.ts'
import { keepRequest, waitForFile } from './keep-request.ts'
import { scheduledAfterMs } from './state.ts'
import { book } from './testing.ts'

const never = new AbortController().signal
const begun = Date.parse('2026-11-21T10:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write(['1', '2'].map((id) => book({ id })))
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('outgoingMail').execute()
  await app.db.deleteFrom('downloadRequest').execute()
  after(0)
})

const after = (ms: number) => app.setClock(() => new Date(begun + ms))
const request = (identities: string[] = ['1', '2']) =>
  app.db.transaction().execute((tx) =>
    keepRequest(
      app,
      tx,
      { customerId: 'demo-hillview', userId: 'demo-hillview-assistant' },
      {
        type: 'IDENTIFIERS',
        name: 'Term 1 <b>',
        identities,
        fileFormat: 'MARC_21',
        content: 'DATA_ONLY',
        toMatch: true,
      },
    ),
  )
const run = (id: string) => writeFile.run(app, { requestId: id }, never)
const left = () =>
  app.db
    .selectFrom('outgoingMail')
    .select(['subject', 'recipient', 'bodyText', 'bodyHtml'])
    .orderBy('createdAt')
    .execute()
const statusOf = (id: string) => app.as('hillview')(downloadsApi.requestStatus, { requestId: id })

test('a request that is ready in time is not emailed', async () => {
  const id = await request()
  after(scheduledAfterMs - 1)
  await run(id)
  expect([await statusOf(id), await left()]).toEqual(['READY', []])
})

test('a request that became scheduled is emailed once when it is ready, to the person who made it, with a link', async () => {
  const id = await request()
  after(scheduledAfterMs)
  expect(await statusOf(id)).toBe('SCHEDULED')
  await Promise.all([run(id), run(id)])
  await run(id)
  const [mail, ...others] = await left()
  expect([await statusOf(id), others]).toEqual(['READY', []])
  expect(mail).toMatchObject({
    recipient: 'assistant@hillview.example',
    subject: 'Your download request “Term 1 <b>” is ready',
  })
  expect(mail!.bodyText).toContain('You can now download your file with 2 records.')
  expect(mail!.bodyText).toContain(`${app.env.publicUrl}/downloadRequest/${id}`)
  expect(mail!.bodyHtml).not.toContain('<b>')
})

test('a request that fails late is emailed with the reason', async () => {
  const id = await request()
  after(scheduledAfterMs)
  await writeFile.failed!(app, { requestId: id })
  await writeFile.failed!(app, { requestId: id })
  const mails = await left()
  expect(mails.map(({ subject }) => subject)).toEqual(['Your download request “Term 1 <b>” has failed'])
  expect(mails[0]!.bodyText).toContain(failedSentence)
})

test('a request that found nothing is not called ready to download', async () => {
  const id = await request(['abc1'])
  after(scheduledAfterMs)
  await run(id)
  expect((await left()).map(({ subject }) => subject)).toEqual(['Your download request “Term 1 <b>” has no records'])
})

test('a person who left without an answer is emailed, however quickly it was ready', async () => {
  const id = await request()
  await waitForFile(app, id, AbortSignal.abort())
  await run(id)
  expect(await left()).toHaveLength(1)
})

test('a person who left after it was ready is not emailed', async () => {
  const id = await request()
  await run(id)
  await waitForFile(app, id, AbortSignal.abort())
  await run(id)
  expect(await left()).toEqual([])
})

test('a rebuilt file has its own time', async () => {
  const id = await request()
  after(scheduledAfterMs)
  await run(id)
  after(10 * scheduledAfterMs)
  await app.as('hillview')(manageApi.removeItems, { requestId: id, identities: ['1'] })
  expect(await statusOf(id)).toBe('PROCESSING')
  await run(id)
  expect([await statusOf(id), (await left()).length]).toEqual(['READY', 1])
})

test('neither a closed account nor an invalid address is emailed', async () => {
  const user = app.db.updateTable('appUser').where('id', '=', 'demo-hillview-assistant')
  const { email } = await app.db
    .selectFrom('appUser')
    .select('email')
    .where('id', '=', 'demo-hillview-assistant')
    .executeTakeFirstOrThrow()
  for (const change of [{ disabledAt: new Date() }, { disabledAt: null, email: 'nobody' }]) {
    after(0)
    await user.set(change).execute()
    const id = await request()
    after(scheduledAfterMs)
    await run(id)
    expect([await statusOf(id), await left()]).toEqual(['READY', []])
  }
  await user.set({ email }).execute()
})

test('a run that is interrupted before its end queues no mail, and the next one does', async () => {
  const id = await request()
  after(scheduledAfterMs)
  const queue = { ...app.queue, enqueue: () => Promise.reject(new Error('killed')) }
  await expect(writeFile.run({ ...app, queue }, { requestId: id }, never)).rejects.toThrow('killed')
  expect([await statusOf(id), await left()]).toEqual(['SCHEDULED', []])
  await run(id)
  expect([await statusOf(id), (await left()).length]).toEqual(['READY', 1])
})

test('a list shows the same state as the request itself', async () => {
  const id = await request()
  const state = async () =>
    (await app.as('hillview')(manageApi.listRequests, {})).response.map(({ requestStatus, timeout }) => [
      requestStatus,
      timeout,
    ])
  expect(await state()).toEqual([['PROCESSING', false]])
  after(scheduledAfterMs)
  expect(await state()).toEqual([['SCHEDULED', true]])
  await run(id)
  expect(await state()).toEqual([['READY', false]])
})
