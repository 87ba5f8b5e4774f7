import type { Logger } from 'pino'

/**
 * A promise that failed and that nobody awaits is a bug of one call or job: it is told in the log, and all others go on.
 * What is thrown outside of any promise still ends the program, for then nothing is known of what it was in the middle of.
 */
export function logUnhandledRejections(log: Pick<Logger, 'error'>): void {
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'a failure that nobody awaited'))
}
