import { AsyncLocalStorage } from 'node:async_hooks'
import type { Writable } from 'node:stream'

/** A command's environment: `process`, or a test's own. */
export type Io = {
  env: Record<string, string | undefined>
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
}

const ofCommand = new AsyncLocalStorage<Io>()

/** That of the running command; a portal or worker has its process. */
export const commandIo = (): Io => ofCommand.getStore() ?? process

export const withIo = <T>(io: Io, act: () => T): T => ofCommand.run(io, act)

/** Escapes control characters, including bidirectional ones, as `\x1b`. */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, (character) => {
    const code = character.charCodeAt(0)
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`
  })

/** Prints a line of the report, with control characters escaped. */
export const printLine = (line: string): boolean => commandIo().stdout.write(`${printable(line)}\n`)

/** Prints a line to stderr. */
export const printNotice = (line: string): boolean => commandIo().stderr.write(`${printable(line)}\n`)
