/** Of the network, and of PostgreSQL: it is being stopped, starts, or takes no more connections. */
const codes = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ENOTFOUND EAI_AGAIN ETIMEDOUT EHOSTUNREACH ENETUNREACH 57P01 57P02 57P03 53300'.split(
    ' ',
  ),
)
const brokenConnection = /^08\w{3}$/
/** What the client of PostgreSQL says without a code. */
const sentences =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/

/** Whether an error means that a service behind ours, as the database, is away for now: no fault of the program's. */
export function isAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return codes.has(code) || brokenConnection.test(code)
  return typeof message === 'string' && sentences.test(message)
}
