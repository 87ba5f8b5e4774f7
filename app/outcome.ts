import { MailRefused } from '#features/mail/server/mail-port.ts'
import { Problem } from '#kit/contract.ts'
import { isAway } from '#kit/server/away.ts'

/** What an error is in metrics. */
export function outcomeOf(error: unknown): 'refused' | 'away' | 'abandoned' | 'failed' {
  if (error instanceof MailRefused) return 'refused'
  if (isAway(error)) return 'away'
  if (error instanceof Problem) return error.status < 500 ? 'refused' : 'failed'
  return (error as Error | undefined)?.name === 'AbortError' ? 'abandoned' : 'failed'
}
