import { readEnv } from '#app/env.ts'
import { wire } from '#app/wire.ts'
import { loadDemoWorld } from '#demo/world.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { checkIn } from '../../check-in/server/check-in.ts'
import { attachRecord } from './attach.ts'
import { deskCaller, file, killedAt } from './killed-testing.ts'
import { submit } from './testing.ts'

/**
 * `node killed-program-testing.ts <folder> <answering|answered>`: two schools ask for a book that one of them has
 * posted. The desk checks it in and attaches its record; the program stops in the middle of that, or after it with no
 * mail sent, and prints “stopped there” for the test that kills it.
 */
const [folder = '', moment = ''] = process.argv.slice(2)
const app = {
  ...(await wire(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'error' }))),
  clock: clockIn(defaultZone, () => killedAt),
}
await loadDemoWorld(app)
const facts = { title: 'The kererū', workKey: 'bird' }
const parcel = await submit(app, 'hillview', [{ ...facts, physicalResource: true }])
const other = await submit(app, 'riverside', [facts])
const itemIds = [parcel, other].map(({ items }) => items[0]!.id)

// Kept referenced, so that the pending promise is not garbage collected.
const held: unknown[] = []
function stop(): Promise<never> {
  console.log('stopped there')
  return new Promise((...go) => held.push(go))
}
const { enqueue } = app.queue
await checkIn(app, deskCaller, { code: parcel.requestNumber })
// Everything is done except the second school's mail, which the transaction awaits.
let mails = 0
if (moment === 'answering')
  app.queue.enqueue = async (job, data, options) =>
    job.name === 'mail.send' && ++mails === 2 ? stop() : enqueue(job, data, options)
await attachRecord(app, deskCaller, { itemIds, base64: file, replace: false })
await stop()
