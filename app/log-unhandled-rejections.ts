import type { Logger } from 'pino'

/**
 * A rejected promise that no one awaits is a bug of one call or job: it is logged, and all others continue. An
 * exception thrown outside of any promise still ends the program, as its state is then unknown.
 */
export function logUnhandledRejections(log: Pick<Logger, 'error'>): void {
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'))
}
