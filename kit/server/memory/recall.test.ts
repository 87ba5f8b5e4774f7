import { expect, test } from 'vitest'
import { type ChangeListener, openRecall } from './recall.ts'

/** A recall whose announcements the test makes. `made` counts how often a value was made. */
async function opened({ max = 100 } = {}) {
  let listener: ChangeListener | undefined
  const changes = { areKnown: true as boolean | Promise<boolean> }
  const follow = async (given: ChangeListener) => {
    listener = given
    return { areKnown: () => changes.areKnown, close: async () => {} }
  }
  const { recall } = await openRecall(follow, { max })
  let made = 0
  const makesAnother = async (key: string, of: string[] = [key], lasts?: (value: number) => boolean) => {
    const before = made
    await recall(key, async () => ({ value: ++made, of }), lasts)
    return made > before
  }
  return { ...listener!, changes, recall, makesAnother }
}

test('a value is made once, and again after a change of a person or school that it is made of', async () => {
  const { makesAnother, changed } = await opened()
  const known = () => Promise.all([makesAnother('a', ['ann', 'school']), makesAnother('b', ['ben', 'school'])])
  expect(await known()).toEqual([true, true])
  expect(await known()).toEqual([false, false])
  changed('ann')
  expect([await makesAnother('a', ['ann', 'school']), await makesAnother('b', ['ben', 'school'])]).toEqual([
    true,
    false,
  ])
  changed('school')
  expect([await makesAnother('a', ['ann', 'school']), await makesAnother('b', ['ben', 'school'])]).toEqual([true, true])
  changed('another')
  expect([await makesAnother('a', ['ann', 'school']), await makesAnother('b', ['ben', 'school'])]).toEqual([
    false,
    false,
  ])
})

test.each<[string, (opened: ChangeListener) => void]>([
  ['an announcement about everybody', ({ changed }) => changed('')],
  ['a gap in the announcements', ({ missed }) => missed()],
])('%s empties it', async (_, act) => {
  const { makesAnother, ...listener } = await opened()
  await makesAnother('a')
  act(listener)
  expect(await makesAnother('a')).toBe(true)
})

test('a value that was being made during a change is used once and not kept', async () => {
  const { recall, changed, makesAnother } = await opened()
  const read = Promise.withResolvers<void>()
  const answer = recall('a', async () => {
    await read.promise
    return { value: 'as before', of: ['a'] }
  })
  await Promise.resolve()
  changed('a')
  read.resolve()
  expect(await answer).toBe('as before')
  expect(await makesAnother('a')).toBe(true)
})

test('while changes are not known, nothing that it keeps is trusted and nothing is kept', async () => {
  const { makesAnother, changes } = await opened()
  await makesAnother('a')
  changes.areKnown = Promise.resolve(false)
  expect([await makesAnother('a'), await makesAnother('b')]).toEqual([true, true])
  changes.areKnown = Promise.resolve(true)
  expect([await makesAnother('a'), await makesAnother('b')]).toEqual([false, true])
})

test('what is not there is looked for each time', async () => {
  const { recall } = await opened()
  let looked = 0
  const look = () => recall('a', async () => void looked++)
  expect([await look(), await look(), looked]).toEqual([undefined, undefined, 2])
})

test('a value that no longer lasts is made again', async () => {
  const { makesAnother } = await opened()
  await makesAnother('a')
  expect([await makesAnother('a', ['a'], () => false), await makesAnother('a', ['a'], () => true)]).toEqual([
    true,
    false,
  ])
})

test('the values used last are kept, up to a number', async () => {
  const { makesAnother, changed } = await opened({ max: 2 })
  for (const key of ['a', 'b', 'a', 'c']) await makesAnother(key)
  expect([await makesAnother('a'), await makesAnother('b')]).toEqual([false, true])
  // Names of dropped values are forgotten too.
  changed('c')
  expect(await makesAnother('a')).toBe(false)
})
