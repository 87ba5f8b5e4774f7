import type { InjectOptions } from 'fastify'
import { type Schema, sampleOf } from '#app/world/sample-input-testing.ts'

type Parameter = { name: string; in: 'path' | 'query'; schema: Schema }
type Operation = {
  security: object[]
  parameters: Parameter[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
}
export type Description = { paths: Record<string, Record<string, Operation>> }
export type Call = Operation & { name: string; method: string; path: string }

/** Every call of `/openapi.json`. */
export const callsOf = ({ paths }: Description): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`
      return { ...operation, name, method: method.toUpperCase(), path }
    }),
  )

/** Those that accept a session or a key. */
export const callsForSessions = (description: Description): Call[] =>
  callsOf(description).filter(({ security }) => security.length > 0)

/** The value for a member of this name; undefined if any sample of its type will do. */
export type Named = (name: string) => string | undefined

/** The call with a sample in every place, and `named` values where they apply. */
export function requestWith({ method, path, parameters, requestBody }: Call, named: Named, onlyRequired: boolean) {
  const sample = ({ name, schema }: Parameter) => sampleOf(schema, 'sample', onlyRequired, named, name)
  const url = parameters
    .filter((each) => each.in === 'path')
    .reduce((so, each) => so.replace(`{${each.name}}`, encodeURIComponent(String(sample(each)))), path)
  const query = parameters
    .filter((each) => each.in === 'query' && !(onlyRequired && 'default' in each.schema))
    .map((each) => [each.name, asText(sample(each))])
  const schema = requestBody?.content['application/json'].schema
  const payload = schema && sampleOf(schema, 'sample', onlyRequired, named, '')
  return {
    ...{ method, url },
    ...(query.length > 0 ? { query: Object.fromEntries(query) } : {}),
    ...(payload === undefined ? {} : { payload }),
  } as InjectOptions
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Every member name that may refer to a stored entity. */
export function namesOf({ parameters, requestBody }: Call): string[] {
  const names = parameters.map(({ name }) => name)
  const walk = (schema: Schema) => {
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      names.push(name)
      walk(inner)
    }
    if (schema.items) walk(schema.items)
    for (const each of schema.anyOf ?? []) walk(each)
  }
  if (requestBody) walk(requestBody.content['application/json'].schema)
  return [...new Set(names)].filter(
    (name) => name !== 'standardNumber' && /(^|_|[a-z])(id|ids|Id|Ids|guid|uuid|token|No|Number|number)$/.test(name),
  )
}
