import { randomUUID } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import type { App } from '#app/app.ts'
import { keepLoads, LoadEntry } from '#features/catalogue/loads/server/keep-loads.ts'
import { manageSynonyms, SynonymsCommand } from '#features/catalogue/synonyms/server/synonyms.ts'
import { AdminCommand, manage } from '#features/desk/server/admin-commands.ts'
import { ReleaseCommand, releaseNow } from '#features/downloads/authorities/server/release-now.ts'
import { CollectionCommand, manageCollections } from '#features/downloads/collections/server/manage-collections.ts'
import { carryOutRoster, RosterCommand } from '#features/school/roster/server/roster-command.ts'
import { actFrom } from '#kit/server/came-from.ts'
import { carryOutKeys, KeysCommand } from '#operate/keys-command.ts'
import { socketIn } from './command-folder.ts'
import { fromCommandLine, userHeader } from './command-user.ts'
import { keepNote, RecordedCommand } from './record-command.ts'

type Served = Pick<App, 'env' | 'db' | 'secretKey' | 'catalogue' | 'headings' | 'files' | 'clock' | 'log'> & {
  copyDatabase?: ((folder: string) => Promise<void>) | undefined
}

/** A backup reads the rows from a copy: the portal waits only while a folder is copied. */
export const CopyCommand = z.strictObject({ command: z.literal('copy database') })
export type CopyAnswer = { copied: string } | { refused: string }

/** Reports to the desk which files a command has loaded. */
const LoadsCommand = z.strictObject({ command: z.literal('note loads'), loads: z.array(LoadEntry) })
const PauseCommand = z.strictObject({ command: z.literal('pause') })
const Command = z.union([
  ReleaseCommand,
  CopyCommand,
  RecordedCommand,
  LoadsCommand,
  KeysCommand,
  AdminCommand,
  RosterCommand,
  CollectionCommand,
  SynonymsCommand,
])

async function carryOut(app: Served, command: z.infer<typeof Command>): Promise<object> {
  if (command.command === 'copy database') return copyAside(app)
  if (command.command === 'release') return releaseNow(app)
  if (command.command === 'note') return keepNote(app, command)
  if (command.command === 'note loads') return keepLoads(app.db, command.loads).then(() => ({}))
  if (isRosterCommand(command)) return carryOutRoster(app, command)
  if (isKeysCommand(command)) return carryOutKeys(app, command)
  if (isSynonymsCommand(command)) return manageSynonyms(app, command)
  return isAdminCommand(command) ? manage(app, command) : manageCollections(app, command)
}

/** A temporary folder in DATA_DIR; the caller removes it. */
async function copyAside({ env, copyDatabase }: Served): Promise<CopyAnswer> {
  if (!copyDatabase) return { refused: 'This portal’s database is not a folder.' }
  const copied = join(env.dataDir, 'copies', randomUUID())
  await copyDatabase(join(copied, 'db'))
  return { copied }
}

const isAdminCommand = (command: { command: string }): command is AdminCommand => command.command.startsWith('admin ')

const isRosterCommand = (command: { command: string }): command is RosterCommand =>
  command.command.startsWith('roster ')

const isSynonymsCommand = (command: { command: string }): command is SynonymsCommand =>
  command.command.startsWith('synonyms ')

const isKeysCommand = (command: { command: string }): command is z.infer<typeof KeysCommand> =>
  KeysCommand.safeParse(command).success

/** Called when a restore needs exclusive access, and when it has ended. */
type Pauses = { pause(): Promise<void>; resume(): Promise<void> }

/**
 * Only one process can have the embedded database, so it executes the command line's commands. The caller must hold the
 * folder: an existing socket is a leftover of a killed process.
 */
export async function takeCommands(served: Served | (() => Served), pauses?: Pauses): Promise<() => Promise<void>> {
  const app = typeof served === 'function' ? served : () => served
  const { path, release } = socketIn(app().env.dataDir)
  rmSync(path, { force: true })
  const server = createServer(async (request, reply) => {
    const body = await json(request).catch(() => undefined)
    if (pauses && PauseCommand.safeParse(body).success) return pauseWhileOpen(pauses, reply, app().log)
    const answer = await Promise.resolve(request.headers[userHeader])
      .then((user) =>
        actFrom(fromCommandLine(decodeURIComponent(String(user ?? ''))), () => carryOut(app(), Command.parse(body))),
      )
      .catch((error: Error) => {
        app().log.error({ err: error }, 'command')
        return { refused: `Nothing was changed. ${error.message}` }
      })
    reply.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)
  return () => new Promise<void>((resolve) => server.close(() => resolve())).finally(release)
}

/** The requester may be killed, so the end of its connection ends the pause. */
async function pauseWhileOpen({ pause, resume }: Pauses, reply: ServerResponse, log: App['log']) {
  const gone = new Promise<void>((resolve) => reply.once('close', resolve))
  try {
    await pause()
    reply.write('paused')
    await gone
  } finally {
    await resume().catch((error: unknown) => log.error({ err: error }, 'cannot continue'))
  }
}
