import { existsSync, realpathSync } from 'node:fs'
import { type Env, readOwnEnv } from '#app/env.ts'
import { makeNewFilesPrivate } from '#operate/umask.ts'
import { commandIo, type Io, printNotice, withIo } from './print-line.ts'

export type Main = (given: string[], io: Io) => Promise<number>

/** The settings of the running command. */
export const commandEnv = (): Env => readOwnEnv(commandIo().env, printNotice)

/** Runs a command and prints its failure. Returns the exit code. */
export const mainOf =
  (run: (given: string[]) => Promise<number>): Main =>
  (given, io) =>
    withIo(io, async () => {
      try {
        return await run(given)
      } catch (error) {
        const { startError } = await import('#app/start-error.ts')
        const known = startError(error)
        for (const line of (known instanceof Error ? known.message : String(known)).split('\n')) printNotice(line)
        return 1
      }
    })

/** Runs `main` if `started`, the script that Node was started with, is this file or a link to it. */
export async function runIfStarted(started: string | undefined, file: string, main: Main): Promise<void> {
  if (!started || !existsSync(started) || realpathSync(started) !== file) return
  makeNewFilesPrivate()
  // A reader that closes the pipe (`| head`) is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  process.exitCode = await main(process.argv.slice(2), process)
}
