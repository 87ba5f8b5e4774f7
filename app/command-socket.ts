import { chmodSync, openSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { ReleaseCommand, releaseNow } from '#features/authorities/server/release-now.ts'
import { CollectionCommand, manageCollections } from '#features/collections/server/manage-collections.ts'
import { AdminCommand, manage } from '#features/desk/server/admin-commands.ts'
import type { App } from './app.ts'

/** The longest address that the system takes for a socket has 107 bytes. */
const longestAddress = 100

/** Where the running program takes commands: in its own folder, so that only those who may write there can send any. */
export function socketIn(dataDir: string): string {
  const path = join(dataDir, 'commands.sock')
  // The same folder under a short name; kept open for as long as this process runs.
  return Buffer.byteLength(path) <= longestAddress ? path : `/proc/self/fd/${openSync(dataDir, 'r')}/commands.sock`
}

type Portal = Pick<App, 'env' | 'db' | 'catalogue' | 'headings' | 'files' | 'clock' | 'log'>

const Command = z.union([ReleaseCommand, AdminCommand, CollectionCommand])

function carryOut(app: Portal, asked: z.infer<typeof Command>) {
  if (asked.command === 'release') return releaseNow(app)
  return isAdminCommand(asked) ? manage(app, asked) : manageCollections(app, asked)
}

const isAdminCommand = (asked: { command: string }): asked is AdminCommand => asked.command.startsWith('admin ')

/**
 * One process holds the embedded database. So that the command line works beside it, the process takes its commands and
 * answers them. To be called by whoever holds the folder: a socket that is there already was left by one that was killed.
 */
export async function takeCommands(app: Portal): Promise<() => Promise<void>> {
  const path = socketIn(app.env.dataDir)
  rmSync(path, { force: true })
  const server = createServer(async (asked, reply) => {
    const answer = await json(asked)
      .then((body) => Command.parse(body))
      .then((asked) => carryOut(app, asked))
      .catch((error: Error) => {
        app.log.error({ err: error }, 'command')
        return { refused: `Nothing was changed. ${error.message}` }
      })
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)
  return () => new Promise((resolve) => server.close(() => resolve()))
}
