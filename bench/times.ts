export type Times = { p50: number; p95: number; hits: number }

/** Each question twice; the second time counts, so that no engine is charged for a cold disk. */
export async function timesOf<Q>(questions: Q[], ask: (question: Q) => Promise<number>): Promise<Times> {
  const times: number[] = []
  let hits = 0
  for (const question of questions) {
    await ask(question)
    const start = performance.now()
    hits += await ask(question)
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), hits: Math.round(hits / questions.length) }
}

export const shownTimes = (times: Times | undefined) => (times ? `${shown(times.p50)} / ${shown(times.p95)}` : '–')
export const shown = (ms: number) => (ms < 10 ? ms.toFixed(1) : String(Math.round(ms)))
