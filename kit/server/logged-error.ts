import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Members that name a program location, a statement's kind or a table: never data that someone has sent. */
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
 * A loggable form of an error: its kind, its message without values, and its stack frames. A database's error also
 * contains the statement's values (reset links, whole mails), a mail server's the addresses, a search engine's the
 * query: all of that is dropped.
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

/** An error's message without quoted values, on one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return messageOf(String(error))
  const { code } = error as { code?: unknown }
  // SQLSTATE class 22 is about a value, which the message quotes; JSON.parse quotes too.
  const quotesValues = (typeof code === 'string' && /^22\w{3}$/.test(code)) || error instanceof SyntaxError
  // OpenSearch: `type: [type] Reason: …`, and the reason quotes the query.
  if (error.name === 'ResponseError') return messageOf(error.message.split(':', 1)[0]!)
  return messageOf(quotesValues ? error.message.replace(/".*"|'.*'/gs, '…') : error.message)
}

const messageOf = (text: string) =>
  text
    // The patterns take quadratic time.
    .slice(0, 10_000)
    // Mail addresses, and the secrets in links and service addresses.
    .replace(/[^\s@<>"'(),;:/]+@(?=[^\s@<>"'(),;:/]+)/g, '…@')
    .replace(/([?&#][\w.-]+=)[^\s&"'<>]+/g, '$1…')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 1000)

/** The message precedes the stack frames, and again in each cause. */
const framesOf = (stack: string | undefined) =>
  stack &&
  withSources(
    stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  )

const maps = new Map<string, SourceMap | undefined>()

/** Names the sources of bundles in a stack. Node would read all their maps at the start; this reads one when it is needed. */
export const withSources = (stack: string): string =>
  stack.replace(/(file:[^\s()]+\/dist\/server\/[^\s()]+\.js):(\d+):(\d+)/g, (whole, url, line, column) => {
    const found = mapOf(url)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!found || !('originalSource' in found)) return whole
    return `${found.originalSource.replace(/^(\.\.\/)+/, '')}:${found.originalLine + 1}:${found.originalColumn + 1}`
  })

function mapOf(bundle: string): SourceMap | undefined {
  const path = `${fileURLToPath(bundle)}.map`
  if (!maps.has(path))
    maps.set(path, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined)
  return maps.get(path)
}
