import type { App } from '#app/app.ts'
import { Problem } from '#kit/problem.ts'

/** Counts and times a person's search by its outcome. */
export async function timeSearch<Reply>(
  { searches, engine }: Pick<App['metrics'], 'searches' | 'engine'>,
  signal: AbortSignal,
  search: () => Promise<Reply>,
  totalOf: (reply: Reply) => number,
): Promise<Reply> {
  const done = searches.startTimer({ engine })
  try {
    const reply = await search()
    done({ outcome: totalOf(reply) > 0 ? 'found' : 'nothing' })
    return reply
  } catch (error) {
    done({ outcome: signal.aborted ? 'abandoned' : outcomeOf(error) })
    throw error
  }
}

function outcomeOf(error: unknown) {
  if (!(error instanceof Problem)) return 'failed'
  return error.status === 503 ? 'away' : error.status < 500 ? 'refused' : 'failed'
}
