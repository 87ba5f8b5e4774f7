import { readEnv } from '#app/env.ts'
import { wire } from '#app/wire.ts'
import { loadDemoWorld } from '#demo/world.ts'
import { checkIn } from '../../check-in/server/check-in.ts'
import { attachRecord } from './attach.ts'
import { deskCaller, file, killedAt } from './killed-testing.ts'
import { submit } from './testing.ts'

/**
 * `node killed-program-testing.ts <folder> <answering|answered>`: two schools ask for a book that one has posted; the desk
 * checks it in and attaches its record, and stops in the middle of that, or when it is done and no mail has left. Says
 * “stopped there” then, for the test that kills it.
 */
const [folder = '', moment = ''] = process.argv.slice(2)
const app = { ...(await wire(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'error' }))), clock: () => killedAt }
await loadDemoWorld(app)
const told = { title: 'The kererū', workKey: 'bird' }
const parcel = await submit(app, 'hillview', [{ ...told, physicalResource: true }])
const other = await submit(app, 'riverside', [told])
const itemIds = [parcel, other].map(({ items }) => items[0]!.id)

// Held, so that what waits is not cleared away.
const held: unknown[] = []
function stop(): Promise<never> {
  console.log('stopped there')
  return new Promise((...go) => held.push(go))
}
const { enqueue } = app.queue
await checkIn(app, deskCaller, { code: parcel.requestNumber })
// All is done but the second school's mail, which the transaction waits for.
let mails = 0
if (moment === 'answering')
  app.queue.enqueue = async (job, data, options) =>
    job.name === 'mail.send' && ++mails === 2 ? stop() : enqueue(job, data, options)
await attachRecord(app, deskCaller, { itemIds, base64: file, replace: false })
await stop()
