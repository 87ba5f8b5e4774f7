import pino from 'pino'
import { openFiles } from '#adapters/files/files.ts'
import type { Env } from '#app/env.ts'
import { openHeadings } from '#app/open-headings.ts'
import { type ReleaseAnswer, releaseNow } from '#features/downloads/authorities/server/release-now.ts'
import { askPortal } from './command-ask.ts'

/** Beside a running portal or without one. Returns the exit code. */
export async function releaseAuthorities(env: Env): Promise<number> {
  const answer = await askPortal<ReleaseAnswer>(env, { command: 'release' }, async (db) => {
    const files = await openFiles(env)
    const headings = await openHeadings(env)
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
