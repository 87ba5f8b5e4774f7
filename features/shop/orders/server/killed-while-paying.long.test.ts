import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { placeDatabase } from '#adapters/database/folder-testing.ts'
import { readEnv } from '#app/env.ts'
import { jobs } from '#app/jobs.ts'
import { wire } from '#app/wire.ts'
import { type KnownResult, openPaying, wrongIn } from './killed-paying-testing.ts'

/** Number of kills; `ROUNDS=50` covers every step of a payment. */
const rounds = Number(process.env.ROUNDS ?? 3)
const folder = mkdtempSync(join(tmpdir(), 'killed-paying-'))
placeDatabase(folder)
afterAll(() => rmSync(folder, { recursive: true }))

type Line = { wrong?: string[]; told?: KnownResult; queries?: number }

async function run(at: number, told: KnownResult[]): Promise<Line[]> {
  const program = join(import.meta.dirname, 'killed-paying-program-testing.ts')
  const child = spawn(process.execPath, [program, folder, String(at), JSON.stringify(told)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines: Line[] = []
  for await (const line of createInterface(child.stdout)) if (line.startsWith('{')) lines.push(JSON.parse(line))
  const [code, signal] = await ended
  if (at > 0) expect([at, code, signal]).toEqual([at, null, 'SIGKILL'])
  return lines
}

test('a process killed between any two steps of paying leaves nothing paid without its order, and no order without its invoice', async () => {
  const results: KnownResult[] = []
  const whole = await run(0, results)
  const queries = whole.at(-1)!.queries!
  expect(queries).toBeGreaterThan(40)
  results.push(...whole.flatMap((line) => line.told ?? []))
  for (let round = 0; round < rounds; round++) {
    // Spread evenly; the last queries belong to jobs, whose number varies.
    const at = 1 + Math.floor(((round + 0.5) / rounds) * (queries - 8))
    const lines = await run(at, results)
    expect([at, lines[0]!.wrong]).toEqual([at, []])
    results.push(...lines.flatMap((line) => line.told ?? []))
  }

  const app = await wire(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  const school = await openPaying(app)
  try {
    expect(await wrongIn(app.db, results)).toEqual([])
    await school.tellAgain()
    expect(await wrongIn(app.db, results)).toEqual([])
    const begun = app.db.selectFrom('paymentAttempt').select('ref').where('status', '!=', 'APPROVED')
    expect(await begun.execute()).toEqual([])

    await app.queue.work(app, jobs)
    const unmailed = () => app.db.selectFrom('receipt').select('id').where('mailedAt', 'is', null).execute()
    await expect.poll(unmailed, { timeout: 60_000 }).toEqual([])
    const unsent = () => app.db.selectFrom('outgoingMail').select('id').where('state', '!=', 'SENT').execute()
    await expect.poll(unsent, { timeout: 60_000 }).toEqual([])
    expect(await wrongIn(app.db, results)).toEqual([])
    const receipts = await app.db.selectFrom('receipt').select('id').execute()
    const mails = await app.db.selectFrom('outgoingMail').select('recipient').execute()
    const addresses = new Set(mails.map(({ recipient }) => recipient)).size
    expect(mails).toHaveLength(receipts.length * addresses)
    const sent = readdirSync(join(folder, 'outbox')).filter((name) => name.endsWith('.eml'))
    expect(sent).toHaveLength(mails.length)
  } finally {
    await school.close()
    await app.close()
  }
}, 3_600_000)
