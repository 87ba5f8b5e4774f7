import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Db } from '#app/app.ts'
import type { Env } from '#app/env.ts'
import { makeDataFolder } from '#operate/data-folder.ts'
import { socketIn } from './command-folder.ts'
import { atCommandLine, userHeader, userName } from './command-user.ts'

/** Asks the portal running on this folder; if none runs, `here` does the work directly on the database. */
export async function askPortal<A>(env: Env, command: unknown, here: (db: Db) => Promise<A>): Promise<A> {
  makeDataFolder(env.dataDir)
  if (!env.databaseUrl) {
    const answer = await sendCommand(env.dataDir, command)
    if (answer !== undefined) return answer as A
  }
  const { openDatabase } = await import('#app/open-database.ts')
  const database = await openDatabase(env)
  try {
    return await atCommandLine(() => here(database.db))
  } finally {
    await database.close()
  }
}

/** The running portal's answer, or undefined if none runs. */
export function sendCommand(dataDir: string, command: unknown): Promise<unknown> {
  const { path, release } = socketIn(dataDir)
  return new Promise((resolve, reject) => {
    const sent = request(
      { socketPath: path, method: 'POST', headers: { [userHeader]: encodeURIComponent(userName()) } },
      (reply) => json(reply).then(resolve, reject),
    )
    sent.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(error)
    })
    sent.end(JSON.stringify(command))
  }).finally(release)
}
