import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { entriesOf } from './memory-testing.ts'

/**
 * Puts a migrated database with its queues into a data folder, for programs that start there: making it takes several
 * seconds. It is on disk and durable, whatever the tests use. At scale programs make their own.
 */
export const placeDatabase = (dataDir: string): void => lay(dataDir, 'queues')

/** With the demo world's rows too. */
export const placeWorld = (dataDir: string): void => lay(dataDir, 'world')

function lay(dataDir: string, of: 'queues' | 'world') {
  const image = inject('databaseImages')[of]
  if (!image) return
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = join(dataDir, 'db')
  mkdirSync(folder, { mode: 0o700 })
  for (const { path, content } of entriesOf(image))
    if (content) writeFileSync(join(folder, path), content, { mode: 0o600 })
    else mkdirSync(join(folder, path), { recursive: true, mode: 0o700 })
}
