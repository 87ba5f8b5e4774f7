import { request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { openEmbeddedDatabase } from '#adapters/database/embedded.ts'
import { migrate } from '#adapters/database/migrate.ts'
import { openPostgres } from '#adapters/database/postgres.ts'
import type { Db } from './app.ts'
import { socketIn } from './command-socket.ts'
import { makeDataFolder } from './data-folder.ts'
import type { Env } from './env.ts'

/** Of the program that runs on this folder; where none does, `here` does it, on the database itself. */
export async function askPortal<A>(env: Env, command: unknown, here: (db: Db) => Promise<A>): Promise<A> {
  makeDataFolder(env.dataDir)
  if (!env.databaseUrl) {
    const answer = await sendCommand(env.dataDir, command)
    if (answer !== undefined) return answer as A
  }
  const database = env.databaseUrl
    ? await openPostgres(env.databaseUrl, () => {})
    : await openEmbeddedDatabase(join(env.dataDir, 'db'))
  try {
    await migrate(database.db)
    return await here(database.db)
  } finally {
    await database.close()
  }
}

/** The running program's answer, or undefined where none runs. */
function sendCommand(dataDir: string, command: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath: socketIn(dataDir), method: 'POST' }, (reply) =>
      json(reply).then(resolve, reject),
    )
    sent.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(error)
    })
    sent.end(JSON.stringify(command))
  })
}
