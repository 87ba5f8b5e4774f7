import { readEnv } from '#app/env.ts'
import { wire } from '#app/wire.ts'
import { loadDemoDepots } from '#demo/depots.ts'
import { loadDemoWorld } from '#demo/world.ts'
import { openCalls, type Progress, type Step, seen, steps, take } from './killed-testing.ts'

/**
 * `node killed-program-testing.ts <folder> <first> <last> <told>`: prints what a school sees after a start, runs the
 * steps of a request from the first, and stops in the last one, just before its commit; while the request is created a
 * picture is half written. Prints each answered step as a line of JSON; `stopped` is the last line.
 */
const [folder = '', first = '', last = '', given = '{}'] = process.argv.slice(2)
const say = (line: object) => console.log(JSON.stringify(line))
const app = await wire(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'error' }))
await loadDemoWorld(app)
await loadDemoDepots(app)
const { call } = await openCalls(app)
let progress: Progress = JSON.parse(given)
say({ seen: await seen(call, progress) })
const way = steps.slice(steps.indexOf(first as Step), steps.indexOf(last as Step))
for (const step of way) {
  progress = await take(step, call, progress)
  say({ told: progress, seen: await seen(call, progress) })
}

// Kept referenced, so that the pending promise is not garbage collected.
const held: unknown[] = []
const stop = () => {
  say({ stopped: last })
  return new Promise<never>((...go) => held.push(go))
}
if (last === 'create') await scanHalf()
const { transaction } = app.db
app.db.transaction = () => {
  const beginning = transaction.call(app.db)
  const { execute } = beginning
  beginning.execute = (work) =>
    execute.call(beginning, async (tx) => {
      await work(tx)
      return stop()
    }) as never
  return beginning
}
void take(last as Step, call, progress)

/** Half writes another picture; the next one is written normally. */
async function scanHalf() {
  const { put } = app.files
  await new Promise<void>((halfWritten) => {
    app.files.put = (key, content) => {
      app.files.put = put
      return put(key, halfOf(content as Uint8Array, halfWritten))
    }
    void take('scan', call, progress)
  })
}

async function* halfOf(bytes: Uint8Array, halfWritten: () => void) {
  yield bytes.subarray(0, bytes.length / 2)
  halfWritten()
  await new Promise((...go) => held.push(go))
}
