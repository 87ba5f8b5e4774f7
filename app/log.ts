import pino, { type DestinationStream, type LevelWithSilent, type LogFn, type Logger } from 'pino'
import { loggedError, reasonOf } from '#kit/server/logged-error.ts'
import type { Traces } from '#kit/server/traces.ts'

/** JSON lines without secrets. Within a traced call or job, each line names its trace. */
export function openLog(level: LevelWithSilent, traces: () => Pick<Traces, 'ids'>, to?: DestinationStream): Logger {
  const options = {
    level,
    mixin: () => traces().ids(),
    formatters: { log: withoutValues },
    // Pino's own would read it once more, and name its type Object.
    serializers: { err: (error: unknown) => error },
    hooks: { logMethod: sayReason },
    redact: { paths: ['password', 'pin', 'token', '*.password', '*.pin', '*.token'], censor: '…' },
  }
  return to ? pino(options, to) : pino(options)
}

/** Without a message of ours pino takes the error's. */
function sayReason(this: Logger, args: Parameters<LogFn>, method: LogFn) {
  const [line, message] = args as unknown[]
  const error = line instanceof Error ? line : (line as { err?: unknown } | undefined)?.err
  if (error instanceof Error && message === undefined) return method.call(this, { err: error }, reasonOf(error))
  return method.apply(this, args)
}

/** Errors under any name: what a line forgets to call `err` is an error all the same. */
const withoutValues = (line: object) =>
  Object.fromEntries(
    Object.entries(line).map(([name, value]) => [name, value instanceof Error ? loggedError(value) : value]),
  )
