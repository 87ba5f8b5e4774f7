import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { readEnv } from '#app/env.ts'
import { jobs } from '#app/jobs.ts'
import { wire } from '#app/wire.ts'
import { loadDemoWorld } from '#demo/world.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { chooseRecords, removeItems } from '../my-downloads/server/change-request.ts'
import { createRequest } from './create-request.ts'
import { begun, later, numbers, twins } from './killed-testing.ts'
import { book } from './testing.ts'

/**
 * `node killed-program-testing.ts <folder> <half
 * whole>`: the program with every job running that makes files or mails, for the test that kills it. Each file stops in
 * its middle, or after it is stored but before that is recorded; the daily run stops before or after it records its
 * matches. Prints “all of it is under way” when all have come so far.
 */
const [folder = '', moment = ''] = process.argv.slice(2)
const app = {
  // One worker for each file that stops.
  ...(await wire(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'error' }), undefined, {
    queuePace: { retry: 2, look: 30, sideBySide: 4 },
  })),
  clock: clockIn(defaultZone, () => begun),
}
await loadDemoWorld(app)
await app.db
  .insertInto('customerSettings')
  .values({
    customerId: 'demo-lakeside',
    settings: JSON.stringify({ isbnDuplicateHandling: 'PROMPT_LIST', checkUnmatchedRecordsDays: 30 }),
  })
  .execute()
await app.files.put(
  'covers/cover.png',
  await sharp({ create: { width: 20, height: 30, channels: 3, background: '#0f5c63' } })
    .png()
    .toBuffer(),
)
await app.catalogue.write([
  ...numbers
    .map((id) => book({ id }))
    .map((each) => ({ ...each, document: { ...each.document, imageFileName: 'cover.png' } })),
  ...['11', '12'].map((id) => book({ id, isbns: [twins] })),
])
await app.queue.work(app, jobs)

const subscriptions = [{ typeName: 'TRIAL', productCode: 'T', startsOn: '2000-01-01', endsOn: '2100-01-01' } as const]
const caller = {
  sessionId: 'killed',
  userId: 'demo-lakeside-trial',
  customerId: 'demo-lakeside',
  role: 'staff' as const,
  disabled: false,
  freshProof: false,
  subscriptions,
}
const never = new AbortController().signal
type RequestInput = { requestName: string; identities: string[]; content?: 'DATA_AND_IMAGE' }
const ask = async (input: RequestInput, signal = never) => (await createRequest(app, caller, input, signal)).response

const chosen = await ask({ requestName: 'chosen', identities: [...numbers, twins] })
const removed = await ask({ requestName: 'removed', identities: numbers })
await ask({ requestName: 'lacking', identities: [later] })

const stopped = new Set<string>()
// References that keep the pending promises from being garbage-collected.
const held: unknown[] = []
function stop(name: string): Promise<never> {
  stopped.add(name)
  return new Promise((...go) => held.push(go))
}
const { put } = app.files
app.files.put = async (key, content) => {
  const [, id = ''] = /^downloads\/(.{36})-/.exec(key) ?? []
  const stored = await app.db.selectFrom('downloadRequest').select('name').where('id', '=', id).executeTakeFirst()
  const name = stored?.name ?? 'made at once'
  // For data with covers, the last file is the one that stops.
  if (name === 'covers' && !key.endsWith('package.zip')) return put(key, content)
  if (moment === 'half') return put(key, halfOf(content, name))
  await put(key, content)
  return stop(name)
}
async function* halfOf(content: Parameters<typeof put>[1], name: string) {
  for await (const piece of content instanceof Uint8Array ? [content] : content) {
    yield piece.subarray(0, Math.ceil(piece.length / 2))
    await stop(name)
  }
}
// Its file is written before it is stored.
void ask({ requestName: 'made at once', identities: numbers })
void ask({ requestName: 'covers', identities: numbers, content: 'DATA_AND_IMAGE' })
// Its caller leaves without an answer and is emailed.
void ask({ requestName: 'late', identities: numbers }, AbortSignal.abort())
void removeItems(app, caller, { requestId: removed.id, identities: numbers.slice(0, 1) }, never)
void chooseRecords(app, caller, { requestId: chosen.id, chosen: [{ identifier: twins, ids: ['12'] }] }, never)
while (stopped.size < 5) await delay(20)

await app.catalogue.write([book({ id: '22', isbns: [later] })])
const { enqueue } = app.queue
app.queue.enqueue = async (job, data, options) =>
  moment === 'half' && job.name === 'mail.send' ? stop('found later') : enqueue(job, data, options)
app.mail.send = () => stop('found later')
await enqueue(jobs.find(({ name }) => name === 'downloads.look-again')!, {})
while (stopped.size < 6) await delay(20)
console.log('all of it is under way')
