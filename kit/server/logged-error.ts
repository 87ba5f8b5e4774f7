/** Members that name a place in a program, a statement's kind or a table: never what somebody has sent. */
const harmless = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'syscall',
  'status',
] as const
const deepest = 4

/**
 * An error as it may be logged: what kind it is, its message without the values in it, and the lines of the program. A
 * database's error also carries the statement's values (reset links, whole mails), a mail server's the addresses, a
 * search engine's the query: all of that is left out.
 */
export function loggedError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error, message: messageOf(String(error)) }
  const { cause, errors } = error as { cause?: unknown; errors?: unknown }
  const within = (inner: unknown) => loggedError(inner, depth + 1)
  return {
    type: error.constructor.name === 'Error' ? error.name : error.constructor.name,
    message: reasonOf(error),
    stack: framesOf(error.stack),
    ...Object.fromEntries(
      harmless.flatMap((name) => {
        const value = (error as unknown as Record<string, unknown>)[name]
        return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []
      }),
    ),
    ...(cause === undefined || depth >= deepest ? {} : { cause: within(cause) }),
    ...(Array.isArray(errors) && depth < deepest ? { errors: errors.slice(0, 10).map(within) } : {}),
  }
}

/** The message of an error without the values that it quotes, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return messageOf(String(error))
  const { code } = error as { code?: unknown }
  // Class 22 of SQLSTATE is about a value, which the message quotes; so does JSON.parse.
  const quotesValues = (typeof code === 'string' && /^22\w{3}$/.test(code)) || error instanceof SyntaxError
  // OpenSearch: `type: [type] Reason: …`, and the reason quotes the query.
  if (error.name === 'ResponseError') return messageOf(error.message.split(':', 1)[0]!)
  return messageOf(quotesValues ? error.message.replace(/".*"|'.*'/gs, '…') : error.message)
}

const messageOf = (text: string) =>
  text
    // Addresses of mail, and the secrets of links and of addresses of services.
    .replace(/[^\s@<>"'(),;:/]+@(?=[^\s@<>"'(),;:/]+)/g, '…@')
    .replace(/([?&#][\w.-]+=)[^\s&"'<>]+/g, '$1…')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 1000)

/** The message stands above the lines of the program, and again in each cause. */
const framesOf = (stack: string | undefined) =>
  stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
