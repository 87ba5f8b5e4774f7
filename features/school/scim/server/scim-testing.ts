import type { InjectOptions } from 'fastify'
import type { Person, TestApp } from '#app/testing.ts'
import { openKey } from '../../access-keys/server/access-keys-testing.ts'

/** The replies to an identity system with a key of this person's school. */
export async function identitySystem(app: TestApp, person: Person = 'hillview', name = `Identity system of ${person}`) {
  const { key } = await openKey(app, person, { name, scopes: ['people'] })
  const send = async (method: InjectOptions['method'], path: string, payload?: unknown, headers: object = {}) => {
    const reply = await app.http.inject({
      ...{ method: method!, url: `/scim/v2${path}` },
      headers: {
        host: new URL(app.env.publicUrl).host,
        authorization: `Bearer ${key}`,
        ...(payload === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    })
    return { status: reply.statusCode, headers: reply.headers, body: reply.body === '' ? undefined : reply.json() }
  }
  const query = (parameters: Record<string, string | number>) =>
    send(
      'GET',
      `/Users?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))}`,
    )
  return {
    key,
    send,
    query,
    get: (path: string, headers?: object) => send('GET', path, undefined, headers),
    post: (path: string, payload: unknown, headers?: object) => send('POST', path, payload, headers),
    put: (path: string, payload: unknown, headers?: object) => send('PUT', path, payload, headers),
    patch: (path: string, Operations: unknown, headers?: object) =>
      send('PATCH', path, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations }, headers),
    remove: (path: string, headers?: object) => send('DELETE', path, undefined, headers),
    /** The usernames that a filter finds. */
    found: async (filter: string): Promise<string[]> =>
      (await query({ filter, count: 500 })).body.Resources.map(({ userName }: { userName: string }) => userName),
  }
}
export type IdentitySystem = Awaited<ReturnType<typeof identitySystem>>

let people = 0
/** The body that makes a person; each has another name. */
export const newPerson = (change: object = {}) => {
  const n = ++people
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `person${n}@hillview.example`,
    externalId: `external-${n}`,
    name: { givenName: 'Bea', familyName: `Reader${n}` },
    emails: [{ value: `person${n}@hillview.example`, type: 'work', primary: true }],
    active: true,
    userType: 'Student',
    ...change,
  }
}
