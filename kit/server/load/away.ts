import { Problem } from '#kit/problem.ts'

const codes = new Set([
  // Network errors.
  ...'ECONNREFUSED ECONNRESET EPIPE ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH'.split(' '),
  // Disk errors: full, over quota, broken, read-only; and too many open files.
  ...'ENOSPC EDQUOT EIO EROFS EMFILE ENFILE'.split(' '),
  // PostgreSQL errors: it is stopping, starting or out of connections; its disk or memory is full or unreadable; it is
  // a standby for now; it cancelled a statement by timeout or to resolve a deadlock.
  ...'57P01 57P02 57P03 53300 53100 53200 58030 25006 57014 25P03 40P01 40001'.split(' '),
])
const brokenConnection = /^08\w{3}$/
/** Messages of the PostgreSQL client that come without a code. */
const sentences =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/

/** Whether an error means that a service such as the database is temporarily unavailable: no bug, and worth a retry. */
export function isAway(error: unknown): boolean {
  if (error instanceof Problem) return error.status === 503
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return codes.has(code) || brokenConnection.test(code)
  return typeof message === 'string' && sentences.test(message)
}
