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

test('Ctrl-C stops it cleanly, and it restarts with its data', async () => {
  first.kill('SIGINT')
  expect(await once(first, 'exit')).toEqual([0, null])
  first = start({ PORT: String(port), DATA_DIR: folder })
  await ready(first, port)
  expect((await fetch(`http://localhost:${port}/health/ready`)).status).toBe(200)
}, 60_000)
