import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Db } from '#app/app.ts'
import type { Env } from '#app/env.ts'
import { startError } from '#app/start-error.ts'
import { keepLoads, LoadEntry } from '#features/catalogue/loads/server/keep-loads.ts'
import { failedLoad, type Loading } from './catalogue-load-each.ts'
import { askPortal } from './command-ask.ts'
import { tellLine } from './print-line.ts'

/** Tells the desk which files a command has loaded. */
export const LoadsCommand = z.strictObject({ command: z.literal('note loads'), loads: z.array(LoadEntry) })

export async function noteLoads(db: Db, { loads }: z.infer<typeof LoadsCommand>): Promise<object> {
  await keepLoads(db, loads)
  return {}
}

/** Tells the desk about each file that `act` loads, even if it fails halfway. Returns the result of `act`. */
export async function tellingLoads(
  env: Env,
  { kind, files }: Omit<Loading, 'tell'>,
  act: (tell: Loading['tell']) => Promise<number>,
): Promise<number> {
  const loads: LoadEntry[] = []
  try {
    return await act((load) => loads.push(load))
  } catch (error) {
    const known = startError(error)
    const reason = known instanceof Error ? known.message : String(known)
    loads.push(...files.slice(loads.length).map((file) => failedLoad(kind, file, reason)))
    throw error
  } finally {
    await send(env, loads)
  }
}

/** A failure here does not undo the load. A folder without a database has no desk yet. */
async function send(env: Env, loads: LoadEntry[]) {
  if (!env.databaseUrl && !existsSync(join(env.dataDir, 'db'))) return
  const command = { command: 'note loads' as const, loads }
  try {
    const answer = await askPortal<object>(env, command, (db) => noteLoads(db, command))
    if ('refused' in answer) throw new Error(String(answer.refused))
  } catch (error) {
    tellLine(`The desk’s list of loads could not be told of this load: ${(error as Error).message}`)
  }
}
