import { expect, test } from 'vitest'
import { problems } from './contract.ts'

test('a Problem with status 429 cannot be created without the seconds to wait', () => {
  const problem = problems({ slower: [429, 'Please wait.'], wrong: [400, 'This is wrong.'] })
  expect(problem('slower', { waitSeconds: 3 })).toMatchObject({ status: 429, waitSeconds: 3 })
  expect(problem('wrong')).toMatchObject({ status: 400, messages: ['This is wrong.'], waitSeconds: undefined })
  const either: 'slower' | 'wrong' = ['slower', 'wrong'].length > 1 ? 'slower' : 'wrong'
  // @ts-expect-error
  expect(problem('slower').status).toBe(429)
  // @ts-expect-error
  expect(problem('slower', { messages: ['Later.'] }).status).toBe(429)
  // @ts-expect-error
  expect(problem(either as 'slower' | 'wrong').status).toBe(429)
})
