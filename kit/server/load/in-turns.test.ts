import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

test('others have their turn between two steps', async () => {
  const order: string[] = []
  setImmediate(() => order.push('other'))
  function* steps() {
    order.push('first')
    yield
    order.push('second')
    return 'made'
  }
  expect(await inTurns(steps())).toBe('made')
  expect(order).toEqual(['first', 'other', 'second'])
})
