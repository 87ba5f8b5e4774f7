export type Times = { p50: number; p95: number; hits: number }

/**
 * Each query once to warm up; then `atOnce` clients take the queries in turn, each the next one after its answer, until
 * all were asked and each client had some, or `budgetMs` is over.
 */
export async function timesAtOnce<Q>(
  questions: Q[],
  ask: (question: Q) => Promise<number>,
  { atOnce = 1, budgetMs = 20_000 } = {},
): Promise<Times> {
  await run(questions.length)
  const { times, hits } = await run(Math.max(questions.length, atOnce * 6))
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), hits: Math.round(hits / times.length) }

  async function run(count: number) {
    const end = performance.now() + budgetMs
    const times: number[] = []
    let [next, hits] = [0, 0]
    const asker = async () => {
      while (next < count && (times.length === 0 || performance.now() < end)) {
        const question = questions[next++ % questions.length]!
        const start = performance.now()
        const found = await ask(question)
        times.push(performance.now() - start)
        hits += found
      }
    }
    const askers = await Promise.allSettled(Array.from({ length: atOnce }, asker))
    // Waits for all, so that none disturbs the next measurement.
    for (const ended of askers) if (ended.status === 'rejected') throw ended.reason
    return { times, hits }
  }
}

export const formatTimes = (times: Times | undefined) =>
  times ? `${formatMs(times.p50)} / ${formatMs(times.p95)}` : '–'
export const formatMs = (ms: number) => (ms < 10 ? ms.toFixed(1) : String(Math.round(ms)))
