import { Problem } from '#kit/problem.ts'

const codes = new Set([
  // Of the network.
  ...'ECONNREFUSED ECONNRESET EPIPE ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH'.split(' '),
  // Of the disk: full, over its quota, broken, no longer to be written to; and of a process that has too much open.
  ...'ENOSPC EDQUOT EIO EROFS EMFILE ENFILE'.split(' '),
  // Of PostgreSQL: it is being stopped, starts, takes no more connections; its disk or memory is full, or cannot be read;
  // it only follows another one for now; it gave a statement up for its time, or to let another go on that waited too.
  ...'57P01 57P02 57P03 53300 53100 53200 58030 25006 57014 25P03 40P01 40001'.split(' '),
])
const brokenConnection = /^08\w{3}$/
/** What the client of PostgreSQL says without a code. */
const sentences =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/

/** Whether an error means that a service behind ours, as the database, is away for now: no fault of the program's, and worth another try. */
export function isAway(error: unknown): boolean {
  if (error instanceof Problem) return error.status === 503
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return codes.has(code) || brokenConnection.test(code)
  return typeof message === 'string' && sentences.test(message)
}
