import pino from 'pino'
import { openFiles } from '#adapters/files/files.ts'
import type { Env } from '#app/env.ts'
import { openHeadings } from '#app/open-headings.ts'
import { type ReleaseAnswer, releaseNow } from '#features/downloads/authorities/server/release-now.ts'
import { clockIn } from '#kit/day.ts'
import { askPortal } from './command-ask.ts'
import { printLine, printNotice } from './print-line.ts'

/** With or without a running portal. Returns the exit code. */
export async function releaseAuthorities(env: Env): Promise<number> {
  const answer = await askPortal<ReleaseAnswer>(env, { command: 'release' }, async (db) => {
    const files = await openFiles(env)
    const headings = await openHeadings(env)
    const log = pino({ level: 'silent' })
    return releaseNow({ db, files, headings, clock: clockIn(env.timeZone), log, env }).finally(() => headings.close())
  })
  if ('refused' in answer) {
    printNotice(answer.refused)
    return 1
  }
  for (const line of answer.lines) printLine(line)
  return 0
}
