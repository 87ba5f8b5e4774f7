import { problems } from '#kit/contract.ts'
import type { Problem } from '#kit/problem.ts'
import type { WrittenProblem } from '#kit/server/answer-problems.ts'

/** Refusals of SCIM. Codes that RFC 7644, 3.12 lists are its `scimType`. */
export const scimProblem = problems({
  invalidFilter: [400, 'This filter is not supported.'],
  invalidPath: [400, 'The path does not match an attribute.'],
  invalidSyntax: [400, 'The body does not follow the SCIM specification.'],
  invalidValue: [400, 'A value is not allowed.'],
  mutability: [400, 'This attribute cannot be changed this way.'],
  noTarget: [400, 'The operation has no target.'],
  uniqueness: [409, 'This username or address is already in use.'],
  access_key_needed: [401, 'Send an access key with the scope People as a bearer token.'],
  not_here: [404, 'This person was not found.'],
  no_such_address: [404, 'There is no SCIM resource at this address.'],
  read_only: [405, 'This address is read-only.'],
  filter_not_here: [403, 'Descriptions cannot be filtered.'],
  version_changed: [412, 'The person has changed since this version.'],
  protected_person: [403, 'This is managed in the portal.'],
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

/** Error as in RFC 7644, 3.12. */
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
