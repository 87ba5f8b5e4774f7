import { join } from 'node:path'
import pino from 'pino'
import { openFolderFiles } from '#adapters/files/folder-files.ts'
import { openEmbeddedHeadings } from '#adapters/headings/embedded/embedded-headings.ts'
import { type ReleaseAnswer, releaseNow } from '#features/authorities/server/release-now.ts'
import { askPortal } from './command-ask.ts'
import type { Env } from './env.ts'

/** Beside a running portal or without one. Returns the exit code. */
export async function releaseAuthorities(env: Env): Promise<number> {
  const answer = await askPortal<ReleaseAnswer>(env, { command: 'release' }, async (db) => {
    const headings = openEmbeddedHeadings(join(env.dataDir, 'catalogue'))
    const files = openFolderFiles(join(env.dataDir, 'files'))
    const log = pino({ level: 'silent' })
    return releaseNow({ db, files, headings, clock: () => new Date(), log, env }).finally(() => headings.close())
  })
  if ('refused' in answer) {
    process.stderr.write(`${answer.refused}\n`)
    return 1
  }
  process.stdout.write(answer.lines.map((line) => `${line}\n`).join(''))
  return 0
}
