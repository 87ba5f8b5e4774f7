import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeDatabase } from '#adapters/database/folder-testing.ts'
import { readEnv, variablesWith } from '#app/env.ts'
import { loadFirstContent } from '#app/first-start.ts'
import { wire } from '#app/wire.ts'
import { backUp } from './backup-cli.ts'
import { adminScript, contentOf, listOf, runAdmin } from './backup-testing.ts'

const root = mkdtempSync(join(tmpdir(), 'restore-killed-'))
const at = (name: string) => join(root, name)
const settings = { DATABASE_URL: '', DATA_DIR: at('data'), LOG_LEVEL: 'silent', DEMO: 'true' }
const done = async (...given: string[]) => {
  const { status, err } = await runAdmin(settings, ...given)
  expect([status, err]).toEqual([0, expect.any(String)])
}

beforeAll(async () => {
  placeDatabase(settings.DATA_DIR)
  const app = await wire(readEnv(settings))
  await loadFirstContent(app)
  await app.files.put('downloads/changes.bin', Buffer.from('before'))
  await app.close()
  await done('backup', at('before'))
  const again = await wire(readEnv(settings))
  await again.db.insertInto('installation').values({ key: 'after', value: '1' }).execute()
  await again.catalogue.remove((await listOf(again.catalogue.ids())).slice(0, 50))
  await again.files.put('downloads/changes.bin', Buffer.from('after'))
  await again.close()
  await done('backup', at('after'))
}, 600_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Kills a restore this long after it has printed something. Returns whether it had already ended. */
async function killRestore(folder: string, said: string, afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [adminScript, 'restore', folder], {
    env: variablesWith(settings),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  for await (const line of createInterface(child.stderr)) if (line.includes(said)) break
  await delay(afterMs)
  child.kill('SIGKILL')
  const [code] = await ended
  return code !== null
}

test('a restore killed at any moment leaves the old state or the new one, and nothing in between', {
  timeout: 900_000,
  retry: 0,
}, async () => {
  const [before, after] = [await contentOf(at('before')), await contentOf(at('after'))]
  expect(before).not.toEqual(after)
  let now = 'after'
  let round = 0
  for (const [said, afterMs] of [
    ['checked', 0],
    ['records', 0],
    ['headings', 100],
    ['filled', 0],
    ['filled', 60],
    ['filled', 250],
  ] as const) {
    const other = now === 'after' ? 'before' : 'after'
    const ended = await killRestore(at(other), said, afterMs)
    const found = at(`found ${++round}`)
    // Like a portal's start: completes the interrupted restore.
    await (await wire(readEnv(settings))).close()
    // In this process: the program's start is tested elsewhere, and takes as long as the backup.
    expect(await backUp(readEnv(settings), found)).toBe(0)
    const content = await contentOf(found)
    rmSync(found, { recursive: true })
    const isOther = content.rows.installation!.some((row) => row.includes('"after"')) === (other === 'after')
    expect(content, `killed ${afterMs} ms after “${said}”`).toEqual(
      (isOther ? other : now) === 'after' ? after : before,
    )
    if (ended) expect(isOther).toBe(true)
    if (isOther) now = other
  }
})
