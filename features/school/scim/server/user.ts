import { etagOf } from '#kit/server/etag.ts'
import { userSchema } from './filter.ts'

/** The names of the two sorts of people. Organisation admins and the primary contact are staff. */
export const userTypes = ['Student', 'Staff'] as const
export type UserType = (typeof userTypes)[number]

/** The part of a person that an identity system may write. */
export type Person = {
  userName: string
  externalId: string | null
  givenName: string
  familyName: string
  email: string
  active: boolean
  userType: UserType
}
export type KnownPerson = Person & { id: string; createdAt: Date }

/** The SCIM user of a person by RFC 7643, 4.1. */
export function userOf({ id, createdAt, ...person }: KnownPerson, publicUrl: string) {
  const displayName = `${person.givenName} ${person.familyName}`.trim()
  const user = {
    schemas: [userSchema],
    id,
    ...(person.externalId === null ? {} : { externalId: person.externalId }),
    userName: person.userName,
    name: {
      ...(person.familyName === '' ? {} : { familyName: person.familyName }),
      ...(person.givenName === '' ? {} : { givenName: person.givenName }),
    },
    displayName,
    userType: person.userType,
    active: person.active,
    emails: [{ value: person.email, type: 'work', primary: true }],
  }
  const meta = { resourceType: 'User', created: createdAt.toISOString(), location: `${publicUrl}/scim/v2/Users/${id}` }
  return { ...user, meta: { ...meta, version: `W/${etagOf(JSON.stringify([user, meta]))}` } }
}
export type ScimUser = ReturnType<typeof userOf>

export type Selection = { attributes: string[]; excluded: string[] }

/** With `attributes` only these, else without `excluded`; `schemas` and `id` always (RFC 7643, 7, `returned`). */
export function selectFrom(user: ScimUser, { attributes, excluded }: Selection): Partial<ScimUser> {
  if (attributes.length === 0 && excluded.length === 0) return user
  const isNamed = (path: string, names: string[]) => names.includes(path.toLowerCase())
  const isReturned = (path: string, above: string) =>
    attributes.length > 0
      ? isNamed(path, attributes) || isNamed(above, attributes)
      : !isNamed(path, excluded) && !isNamed(above, excluded)
  const part = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => part(each, path))
    if (typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value).flatMap(([name, each]) =>
      isReturned(`${path}.${name}`, path) ? [[name, each] as const] : [],
    )
    return kept.length > 0 ? Object.fromEntries(kept) : undefined
  }
  return Object.fromEntries(
    Object.entries(user).flatMap(([name, value]) => {
      if (name === 'schemas' || name === 'id') return [[name, value]]
      if (typeof value !== 'object') return isReturned(name, name) ? [[name, value]] : []
      const left = part(value, name)
      const empty = left === undefined || (Array.isArray(left) && left.every((each) => each === undefined))
      return empty ? [] : [[name, left]]
    }),
  )
}
