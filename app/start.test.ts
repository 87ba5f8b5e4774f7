import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, ready, start } from './start-testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'start-'))
let port: number
let first: ChildProcess

beforeAll(async () => {
  port = await freePort()
  first = start({ PORT: String(port), DATA_DIR: folder })
  await ready(first, port)
}, 120_000)
afterAll(async () => {
  first.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('the first start has the demo world and the sample catalogue', async () => {
  const body = encodeURIComponent(JSON.stringify({ query: { match_all: {} }, size: 1 }))
  const reply = await fetch(`http://localhost:${port}/rest/catalogue/search?bodybuilderquery=${body}`)
  const { hits } = (await reply.json()) as { hits: { total: number } }
  expect(hits.total).toBeGreaterThanOrEqual(3000)
})

test('Ctrl-C ends it cleanly, and it restarts with its data', async () => {
  first.kill('SIGINT')
  expect(await once(first, 'exit')).toEqual([0, null])
  first = start({ PORT: String(port), DATA_DIR: folder })
  await ready(first, port)
  expect((await fetch(`http://localhost:${port}/health/ready`)).status).toBe(200)
}, 60_000)
