import { expect, test } from 'vitest'
import { z } from 'zod'
import { plainReason } from './plain-reason.ts'

const reason = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: plainReason }).error?.issues[0]?.message

test.each<[z.ZodType, string]>([
  [z.enum(['', 'Primary', 'Secondary']), 'must be empty or Primary or Secondary'],
  [z.enum(['Primary', '']), 'must be Primary or empty'],
  [z.literal(''), 'must be empty'],
  [z.enum(['asc', 'desc']), 'must be asc or desc'],
])('every choice of a list has a name: %#', (schema, sentence) => {
  expect(reason(schema, 'x')).toBe(sentence)
})
