import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readEnv } from '#app/env.ts'
import { loadFirstContent } from '#app/first-start.ts'
import { jobs } from '#app/jobs.ts'
import { wire } from '#app/wire.ts'
import { sessionOf } from '#features/account/sign-in/server/session-testing.ts'
import { Problem } from '#kit/problem.ts'
import { callAt } from '../call-at.ts'
import { type Program, runCatalogue, startPortal, startWorker } from '../programs.ts'
import { freePorts } from '../services/free-port.ts'
import { isUnanswered, openLedger, Unanswered } from './ledger.ts'
import { checkEverything } from './look.ts'
import { settled } from './settled.ts'
import { people, type Writing, writes } from './writes.ts'

const recordsAsked = 20
/** Rounds between two full checks. */
const betweenLooks = 10

export type Counted = { kills: number; acknowledged: number; unanswered: number; seconds: number; wrong: string[] }

/**
 * A portal (with `databaseUrl`, of an empty PostgreSQL database: two portals and a worker) under writes of every kind;
 * in each round one of them is killed by kill -9 and restarted. After some rounds all are killed, the remaining jobs
 * are done, and everything is checked.
 */
export async function killEverything(
  rounds: number,
  { databaseUrl = '', say = () => {} }: { databaseUrl?: string | undefined; say?: (line: string) => void } = {},
): Promise<Counted> {
  const folder = mkdtempSync(join(tmpdir(), 'kill-'))
  const ports = await freePorts(databaseUrl ? 2 : 1)
  const publicUrl = `http://localhost:${ports[0]}`
  const variables = (port = 0) => ({
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: publicUrl,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    DEMO: 'true',
    DATABASE_URL: databaseUrl,
  })
  const open = () => wire(readEnv(variables()))
  const ledger = openLedger()
  const begun = performance.now()
  const running = new Map<string, Program>()
  try {
    const { cookies, ids } = await prepare(open, publicUrl)
    const starts: [string, (killAfterMs?: number) => Promise<Program>][] = [
      ...ports.map((port): (typeof starts)[number] => [`portal ${port}`, (ms) => startPortal(variables(port), ms)]),
      ...(databaseUrl ? [['worker', () => startWorker(variables())] as (typeof starts)[number]] : []),
    ]

    let turn = 0
    const writing: Writing = {
      ledger,
      ids,
      folder,
      as: (person) => callAt(`http://127.0.0.1:${ports[turn++ % ports.length]}`, person ? cookies[person] : ''),
      async catalogue(args) {
        const { code, killed, said } = await runCatalogue(variables(), args, sometimes(0.4, 2500))
        if (killed) throw new Unanswered('The command was killed.')
        if (code !== 0) throw new Error(`npm run catalogue -- ${args[0]}: ${said}`)
      },
    }
    const written = new Map<string, number>()
    const writeUntil = async (over: AbortSignal) => {
      await Promise.all(
        Object.entries(writes).map(async ([kind, write]) => {
          while (!over.aborted) {
            const n = written.get(kind) ?? 0
            written.set(kind, n + 1)
            await write(writing, `killed-${kind}-${n}`, n).catch((error: Error) => {
              if (!isUnanswered(error)) ledger.wrong.push(`${kind} ${n} was refused: ${reasonOf(error)}`)
              return delay(200)
            })
          }
        }),
      )
    }
    let kills = 0
    const killOne = async () => {
      await delay(200 + Math.random() * 2500)
      const [name, start] = starts[Math.floor(Math.random() * starts.length)]!
      await running.get(name)!.kill()
      kills++
      const again = name === 'worker' ? undefined : sometimes(0.2, 3000)
      if (again !== undefined) {
        // Killed during startup, when it may be repairing the effects of the previous kill.
        await start(again)
          .then((program) => program.kill())
          .catch(() => {})
        kills++
      }
      running.set(name, await untilStarted(start, say))
    }
    for (let round = 0; round < rounds; ) {
      for (const [name, start] of starts) running.set(name, await untilStarted(start, say))
      const over = new AbortController()
      const writers = writeUntil(over.signal)
      try {
        for (const end = Math.min(rounds, round + betweenLooks); round < end; round++) await killOne()
      } finally {
        over.abort()
        await writers
      }
      await Promise.all([...running.values()].map((each) => each.kill()))
      kills += running.size
      const app = await open()
      try {
        await app.queue.work(app, jobs)
        await settled(app.db)
        await checkEverything(app, ledger)
      } finally {
        await app.close()
      }
      const { code, said } = await runCatalogue(variables(), ['check'])
      if (code !== 0) ledger.wrong.push(`npm run catalogue -- check: ${said}`)
      say(`${round} rounds: ${kills} kills, ${ledger.counts.acknowledged} acknowledged, ${ledger.wrong.length} wrong`)
    }
    const seconds = Math.round((performance.now() - begun) / 1000)
    return { kills, ...ledger.counts, seconds, wrong: ledger.wrong }
  } finally {
    await Promise.all([...running.values()].map((each) => each.kill()))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A service manager retries forever. */
const givenUpAfterMs = 180_000

/**
 * Retries like a service manager: a command that found no portal locks the folder until it ends, and a start may time
 * out on a busy machine.
 */
async function untilStarted(start: () => Promise<Program>, say: (line: string) => void): Promise<Program> {
  for (const begun = performance.now(); ; )
    try {
      return await start()
    } catch (error) {
      if (performance.now() - begun > givenUpAfterMs) throw error
      say((error as Error).message.trim())
      await delay(500)
    }
}

/** Creates the demo world with its catalogue, and a session for each person. */
async function prepare(open: () => ReturnType<typeof wire>, publicUrl: string) {
  const app = await open()
  try {
    await loadFirstContent(app)
    await app.db.deleteFrom('cart').where('userId', '=', people.hillview).execute()
    const cookies = {} as Record<keyof typeof people, string>
    for (const [person, userId] of Object.entries(people))
      cookies[person as keyof typeof people] = await sessionOf(app.db, userId, publicUrl)
    const ids: string[] = []
    for await (const id of app.catalogue.ids()) if (ids.push(id) === recordsAsked) break
    return { cookies, ids }
  } finally {
    await app.close()
  }
}

const sometimes = (share: number, maxMs: number) => (Math.random() < share ? Math.random() * maxMs : undefined)

const reasonOf = (error: Error) =>
  error instanceof Problem ? `${error.code} ${error.messages.join(' ')}` : (error.stack ?? error.message)
