import { problems } from '#kit/contract.ts'
import type { Problem } from '#kit/problem.ts'
import type { WrittenProblem } from '#kit/server/answer-problems.ts'

/** Refusals of SCIM. Codes that RFC 7644, 3.12 lists are its `scimType`. */
export const scimProblem = problems({
  invalidFilter: [400, 'The filter cannot be used.'],
  invalidPath: [400, 'The path names no attribute.'],
  invalidSyntax: [400, 'The body is not as SCIM specifies.'],
  invalidValue: [400, 'A value cannot be used.'],
  mutability: [400, 'This attribute cannot be changed so.'],
  noTarget: [400, 'The operation has no target.'],
  uniqueness: [409, 'This user name or address is in use.'],
  access_key_needed: [401, 'Send an access key with the scope People as a bearer token.'],
  not_here: [404, 'There is no such person.'],
  no_such_address: [404, 'SCIM offers nothing at this address.'],
  read_only: [405, 'This address can only be read.'],
  filter_not_here: [403, 'Descriptions cannot be filtered.'],
  version_changed: [412, 'The person has changed since this version.'],
  protected_person: [403, 'The portal itself manages this.'],
})

const scimTypes = [
  'invalidFilter',
  'invalidPath',
  'invalidSyntax',
  'invalidValue',
  'mutability',
  'noTarget',
  'uniqueness',
]

export const scimType = 'application/scim+json; charset=utf-8'

/** By RFC 7644, 3.12. */
export function writeScimProblem({ code, status, messages }: Problem): WrittenProblem {
  const named = code === 'invalid_input' ? 'invalidSyntax' : code
  return {
    type: scimType,
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(scimTypes.includes(named) ? { scimType: named } : {}),
      detail: messages.join(' '),
    },
  }
}
