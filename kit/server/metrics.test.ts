import { afterEach, expect, test, vi } from 'vitest'
import { countProblem, openMetrics } from './metrics.ts'

afterEach(() => void vi.useRealTimers())

test('calls turned away are counted, and logged once a minute with their number', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const lines: string[] = []
  const app = { metrics: openMetrics(), log: { warn: (line: string) => void lines.push(line) } }
  const turnAway = () => countProblem(app, { code: 'busy', status: 503 })
  countProblem(app, { code: 'catalogue_away', status: 503 })
  expect(lines).toEqual([])
  for (let calls = 0; calls < 3; calls++) turnAway()
  vi.advanceTimersByTime(61_000)
  turnAway()
  expect(lines.map((line) => line.match(/\d+/)![0])).toEqual(['1', '3'])
  expect((await app.metrics.turnedAway.get()).values.map(({ value }) => value)).toEqual([4])
})
