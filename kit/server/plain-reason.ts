import type { z } from 'zod'
import { mapOf } from '#kit/map-of.ts'

type Issue = z.core.$ZodRawIssue

/**
 * Why a value is refused, as a continuation of its name (`size must be a whole number`). Undefined if the schema has
 * its own message, which is a whole sentence.
 */
export function plainReason(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${kinds.get(issue.expected) ?? issue.expected}`
    case 'too_big':
      return `${limited(issue.origin, 'at most', issue.maximum)}`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'is empty'
        : `${limited(issue.origin, 'at least', issue.minimum)}`
    case 'unrecognized_keys':
      return `${issue.keys.map((key) => JSON.stringify(key.slice(0, 40))).join(', ')} is not accepted`
    case 'invalid_value':
      return `must be ${issue.values.map((value) => (value === '' ? 'empty' : String(value))).join(' or ')}`
    case 'invalid_format':
      return 'does not have the right form'
    case 'invalid_union':
      return issue.input === undefined
        ? 'is missing'
        : (reasonOfBranch(issue.errors) ?? 'is of a kind that is not accepted')
    default:
      return undefined
  }
}

/** The reason of the alternative with the right kind: for example, a list that is too long. */
function reasonOfBranch(branches: readonly (readonly z.core.$ZodIssue[])[]): string | undefined {
  const found = branches.find(([first]) => first && first.path.length === 0 && first.code !== 'invalid_type')?.[0]
  return found && plainReason(found as Issue)
}

const kinds = mapOf<string>({
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
})

const units = mapOf<string>({ string: ' characters', array: ' entries' })

function limited(origin: string, bound: string, limit: number | bigint) {
  const unit = units.get(origin)
  return unit ? `must have ${bound} ${limit}${unit}` : `must be ${bound} ${limit}`
}

/** A schema's own sentence is complete; a reason continues the name. */
export const sentenceOn = (name: string, reason: string): string =>
  /^\p{Lu}/u.test(reason) || name === '' ? reason : `${name} ${reason}.`
