import type { Person, TestApp } from '#app/testing.ts'
import type { RawInput } from '#kit/contract.ts'
import { keyScopes } from '#kit/key-scopes.ts'
import { accessKeysApi } from '../contract.ts'

export const basic = (name: string, secret: string) => `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`

let keys = 0
/** A new access key of this person's school, with every scope unless given fewer. */
export async function openKey(
  app: Pick<TestApp, 'as'>,
  person: Person = 'hillview',
  given: Partial<RawInput<typeof accessKeysApi.makeAccessKey>> = {},
) {
  const input = { name: `Key ${++keys}`, scopes: [...keyScopes], ...given }
  const { response, newAccessKey } = await app.as(person)(accessKeysApi.makeAccessKey, input)
  const { apiUser } = await app.as(person)(accessKeysApi.accessKeys, {})
  return { id: response.id, key: newAccessKey, apiUser: apiUser.id, authorization: basic(apiUser.id, newAccessKey) }
}
