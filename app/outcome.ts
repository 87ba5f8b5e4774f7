import { MailRefused } from '#features/mail/server/mail-port.ts'
import { Problem } from '#kit/contract.ts'
import { isAway } from '#kit/server/away.ts'

/** What an error is in metrics. */
export function outcomeOf(error: unknown): 'refused' | 'away' | 'abandoned' | 'failed' {
  if (error instanceof MailRefused) return 'refused'
  if (error instanceof Problem) return error.status === 503 ? 'away' : error.status < 500 ? 'refused' : 'failed'
  if (isAway(error)) return 'away'
  return (error as Error | undefined)?.name === 'AbortError' ? 'abandoned' : 'failed'
}
