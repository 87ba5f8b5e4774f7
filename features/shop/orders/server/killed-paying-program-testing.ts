import { readEnv } from '#app/env.ts'
import { jobs } from '#app/jobs.ts'
import { wire } from '#app/wire.ts'
import { loadDemoShop } from '#demo/shop.ts'
import { loadDemoWorld } from '#demo/world.ts'
import { type KnownResult, killBefore, openPaying, wrongIn } from './killed-paying-testing.ts'

/**
 * `node killed-paying-program-testing.ts <folder> <at> <told>`: checks the state after the last kill, orders by card
 * and by invoice, mails the results, and is killed before query number `at`. Prints every answer at once, as a line of
 * JSON; `queries` is the last line of a run that was not killed.
 */
const [folder = '', at = '0', told = '[]'] = process.argv.slice(2)
const say = (line: object) => console.log(JSON.stringify(line))
const app = await wire(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'error' }))
await loadDemoWorld(app)
await loadDemoShop(app)
say({ wrong: await wrongIn(app.db, JSON.parse(told) as KnownResult[]) })
const before = await openPaying(app)
await before.tellAgain()

let queries = 0
const mortal = { ...app, db: killBefore(app.db, Number(at), (count) => (queries = count)) }
const school = await openPaying(mortal)
say({ told: await school.payByCard() })
say({ told: await school.requestInvoice() })
await app.queue.work(mortal, jobs)
const open = () => app.db.selectFrom('receipt').select('id').where('mailedAt', 'is', null).execute()
while ((await open()).length > 0) await new Promise((go) => setTimeout(go, 50))
say({ queries })
process.exit(0)
