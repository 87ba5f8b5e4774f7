import pino, { type DestinationStream, type LevelWithSilent, type Logger } from 'pino'
import type { Traces } from '#kit/server/traces.ts'

/** JSON lines without secrets. Within a call or a job that is traced each line names its trace: `traces` tells of which. */
export function openLog(level: LevelWithSilent, traces: () => Pick<Traces, 'ids'>, to?: DestinationStream): Logger {
  const options = {
    level,
    mixin: () => traces().ids(),
    redact: { paths: ['password', 'pin', 'token', '*.password', '*.pin', '*.token'], censor: '…' },
  }
  return to ? pino(options, to) : pino(options)
}
