import { z } from 'zod'
import type { Endpoint, Method } from '#kit/contract.ts'
import { callNames } from '#kit/server/serve.ts'
import { type JsonSchema, sampleOf } from './sample.ts'

type Provider = { providerName: string; publicUrl: string }

/** The calls as OpenAPI 3.1. */
export function openApi(endpoints: Endpoint[], { providerName, publicUrl }: Provider) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints)
    for (const method of endpoint.methods) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation(endpoint, method) }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: `${providerName} portal`,
      version: '1',
      description: `The calls of the portal’s own pages, and of programs with an access key. ${keySentence}`,
      contact: { name: providerName, url: publicUrl },
    },
    servers: [{ url: publicUrl }],
    tags: tagList,
    components: {
      schemas: { Failure: failure },
      responses,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'A person who signed in.' },
        accessKey: { type: 'http', scheme: 'basic', description: keySentence },
        bearerKey: { type: 'http', scheme: 'bearer', description: 'The access key alone.' },
      },
    },
    paths,
  }
}

/** The groups of `/openapi.json`, in order; a call is in the first whose paths match. */
const tags: [name: string, description: string, paths: RegExp][] = [
  ['Programs', 'Records, searches and requests for programs of schools', /^\/rest\/(records|search|requests)(\/|$)/],
  ['Open web', 'Public pages, feeds and lists', /^\/(record|robots\.txt|sitemap|opensearch|feeds)/],
  ['Desk', 'For the provider’s customer team', /^\/rest\/desk\//],
  [
    'Catalogue',
    'Search the catalogue, its records, covers and headings',
    /^\/(covers|public)\/|^\/rest\/(catalogue|discover|heading|standard|librarything|syndetics|savedsearch)(\/|$)/,
  ],
  ['Folders', 'Temporary, saved and shared folders', /^\/rest\/(mycatalogue|temp|sharedfolder)(\/|$)/],
  ['Downloads', 'Files of records, collections and authority files', /^\/rest\/(mydownload|collection)(\/|$)/],
  [
    'Cataloguing requests',
    'Request records for items that aren’t in the catalogue',
    /^\/rest\/(cataloguerequests|catalogueitems|ref-data)(\/|$)/,
  ],
  [
    'Shop',
    'Products, carts, orders, invoices, payments and subscriptions',
    /^\/cms\/|^\/rest\/(cart|shop|quotes|orders|payments?|invoice|receipt|billing|subscriptions)(\/|$)/,
  ],
  ['Help', 'Contact, status and hints', /^\/rest\/(contact|status|user\/hints)(\/|$)/],
  ['School', 'An organisation: settings, people, access keys, Z39.50', /^\/rest\/(customer|z3950settings)(\/|$)/],
  [
    'Account',
    'Sign-in, profile, passwords, activation and consent',
    /^\/rest\/(user|changePassword|requestForgotPassword|requestChangePassword|changePasswordRedirect|invitation|activation|freeTrial|complimentary|gdpr-privacy-policy|sitemessages|humanCheck|[a-z]*password[a-z]*|[a-z]*email[a-z]*)(\/|$)/i,
  ],
]

const tagList = tags.map(([name, description]) => ({ name, description }))

/** Undefined for a path of no group, which a test refuses. */
const tagOf = (path: string): string | undefined => tags.find(([, , paths]) => paths.test(path))?.[0]

export const keySentence =
  'A program sends an access key with each call: as HTTP Basic with the id of the API user, or alone as a bearer token. The primary contact of a school makes keys under Settings and chooses what each may do. No cookie is needed, and none may be sent.'

const failure = {
  ...z.toJSONSchema(
    z.object({
      responseCode: z.number().int(),
      /** Stable: programs may rely on it. */
      code: z.string(),
      messages: z.array(z.string()),
      errors: z.record(z.string(), z.array(z.string())).optional(),
      about: z.record(z.string(), z.string()).optional(),
    }),
  ),
  description:
    '`code` is stable; `messages` are sentences for people, the first the most important; `errors` by member.',
}

/** The refusals that every call has in common; each names its own codes. */
const failures = {
  400: ['BadRequest', 'The request is not valid', 'invalid_input', 'Query must be text.'],
  401: [
    'WrongKey',
    'The access key is wrong or has expired',
    'wrong_access_key',
    'The API user or the access key is wrong.',
  ],
  403: ['NotAllowed', 'Not signed in, or not allowed', 'sign_in_required', 'Please sign in.'],
  404: [
    'NotFound',
    'It does not exist, or belongs to another school',
    'not_found',
    'There is nothing at this address.',
  ],
  406: [
    'NotAcceptable',
    'None of the media types in Accept is offered',
    'not_acceptable',
    'Accept one of these media types: application/json.',
  ],
  422: [
    'KeyUsed',
    'The idempotency key belongs to another request',
    'idempotency_key_used',
    'This idempotency key belongs to a request for other identifiers.',
  ],
  429: ['TooMany', 'Too many calls; Retry-After has the seconds to wait', 'too_many', 'Please try again later.'],
  503: [
    'Unavailable',
    'Something is unavailable; Retry-After has the seconds to wait',
    'unavailable',
    'Please try again later.',
  ],
  default: ['Failed', 'Another failure', 'unexpected', 'Error performing this operation. Please try again later.'],
} as const
type Status = keyof typeof failures

const retryAfter = {
  'Retry-After': { description: 'Seconds', schema: { type: 'integer', minimum: 1 }, example: 2 },
}
const responses = Object.fromEntries(
  Object.entries(failures).map(([status, [name, description, code, message]]) => [
    name,
    {
      description,
      ...(status === '429' || status === '503' ? { headers: retryAfter } : {}),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Failure' },
          example: { responseCode: Number(status) || 500, code, messages: [message] },
        },
        // Calls that a browser opens directly answer with a page.
        'text/html': {},
      },
    },
  ]),
)
const failed = (status: Status) => ({ [status]: { $ref: `#/components/responses/${failures[status][0]}` } })

export type ObjectSchema = JsonSchema & { properties?: Record<string, JsonSchema>; required?: string[] }
export const schemaOf = (type: z.core.$ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => nameMembers(jsonSchema as ObjectSchema),
  }) as ObjectSchema

/** Writes members whose names are a list one by one: generators of clients do not support `propertyNames`. */
function nameMembers(schema: ObjectSchema): void {
  const { propertyNames, additionalProperties } = schema
  if (!propertyNames?.enum || typeof additionalProperties !== 'object') return
  schema.properties = Object.fromEntries(propertyNames.enum.map((name) => [name, additionalProperties]))
  schema.additionalProperties = false
  delete schema.propertyNames
}

function operation(endpoint: Endpoint, method: Method) {
  const input = schemaOf(endpoint.input, 'input')
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const members = Object.entries(input.properties ?? {})
  const asBody = (method === 'POST' || method === 'PATCH') && !endpoint.inAddress
  const { listBody } = endpoint
  const rest = members.filter(([name]) => !inPath.includes(name) && name !== listBody)
  const inQuery = !asBody || listBody !== undefined
  const body = listBody === undefined ? objectOf(input, rest, inPath) : input.properties?.[listBody]
  const hasBody = asBody && (listBody !== undefined || rest.length > 0)
  return {
    operationId: operationId(endpoint, method),
    tags: [tagOf(endpoint.path)],
    summary: endpoint.summary,
    description: `Who: ${endpoint.who}.${keyNote(endpoint)}${endpoint.freshProof ? proofNote[endpoint.freshProof] : ''}`,
    security: securityOf(endpoint),
    parameters: [
      ...inPath.map((name) => parameter('path', name, input.properties?.[name] ?? { type: 'string' }, true)),
      ...(inQuery
        ? rest.map(([name, schema]) => parameter('query', name, schema, input.required?.includes(name) ?? false))
        : []),
      ...headersTaken(endpoint),
    ],
    ...(hasBody
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: body, example: sampleOf(body ?? {}, { name: listBody ?? '' }) } },
          },
        }
      : {}),
    responses: {
      ...success(endpoint),
      ...failed(400),
      ...(endpoint.forKeys ? failed(401) : {}),
      ...(endpoint.who === 'visitor' && !endpoint.changes && !endpoint.forKeys ? {} : failed(403)),
      ...(endpoint.tagged ? { 304: { description: 'The client has this version' } } : {}),
      ...(inPath.length > 0 ? failed(404) : {}),
      ...Object.assign({}, ...(endpoint.refuses ?? []).map(failed)),
      ...failed(429),
      ...failed(503),
      ...failed('default'),
    },
  }
}

/** A call that takes GET and POST is two operations. */
export const operationId = (endpoint: Endpoint, method: Method): string =>
  `${callNames.get(endpoint)}${method === endpoint.methods[0] ? '' : 'ByPost'}`

const keyNote = ({ forKeys }: Endpoint): string =>
  forKeys === undefined
    ? ''
    : forKeys === 'any'
      ? ' Access key: of any scope.'
      : ` Access key: of the scope ${forKeys}.`

const headersTaken = ({ takes = {}, tagged }: Endpoint) =>
  Object.entries({
    ...takes,
    ...(tagged ? { 'If-None-Match': 'The ETag of the version that the client has' } : {}),
  }).map(([name, description]) => ({ name, in: 'header', description, schema: { type: 'string' } }))

const headersSent = ({ sends = {}, tagged }: Endpoint) => {
  const headers = { ...sends, ...(tagged ? { ETag: 'The version of the reply' } : {}) }
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  return described.length === 0 ? {} : { headers: Object.fromEntries(described) }
}

const parameter = (place: 'path' | 'query', name: string, schema: JsonSchema, required: boolean) => ({
  ...{ name, in: place, required, schema },
  example: sampleOf(schema, { name }),
})

const proofNote = {
  'in-part': ' Part of it needs a fresh proof of identity, else 403 `proof_needed`.',
  always: ' Needs a fresh proof of identity, else 403 `proof_needed`.',
}

/** Empty if no sign-in is needed; a key may still be sent if one is accepted. */
function securityOf({ who, forKeys }: Endpoint) {
  const ways = forKeys ? [{ session: [] }, { accessKey: [] }, { bearerKey: [] }] : [{ session: [] }]
  return who === 'visitor' ? (forKeys ? [{}, ...ways] : []) : ways
}

const objectOf = (input: ObjectSchema, members: [string, JsonSchema][], inPath: string[]): JsonSchema => ({
  ...input,
  properties: Object.fromEntries(members),
  required: input.required?.filter((name) => !inPath.includes(name)) ?? [],
})

function success(endpoint: Endpoint) {
  const { answers, reply, status: accepted, mediaTypes = [] } = endpoint
  const status: number = accepted ?? 200
  const binary = { schema: { type: 'string', format: 'binary' } }
  // JSON of another form, such as a list of suggestions, is no text.
  const files = Object.fromEntries(mediaTypes.map((type) => [type, type.endsWith('+json') ? {} : binary]))
  switch (answers) {
    case 'json': {
      const schema = withCode(schemaOf(reply, 'output'), status)
      const json = { schema, example: sampleOf(schema, { whole: true }) }
      const content = { ...files, 'application/json': json }
      return { [status]: { description: 'Success', ...headersSent(endpoint), content } }
    }
    case 'text':
      return {
        200: { description: 'Success', content: { 'text/plain': { schema: { type: 'string' }, example: 'READY' } } },
      }
    case 'html':
      return { 200: { description: 'Success', content: { 'text/html': { schema: { type: 'string' } } } } }
    case 'redirect':
      return {
        '3XX': {
          description: 'A redirect',
          headers: { location: { schema: { type: 'string', format: 'uri-reference' } } },
        },
      }
    case 'picture':
    case 'file':
      return { 200: { description: 'Success', content: files } }
  }
}

/** The members that `serve` adds to every reply. */
function withCode({ $schema, properties, required = [], ...schema }: ObjectSchema, status: number): JsonSchema {
  const code = { properties: { responseCode: { const: status } }, required: ['responseCode'] }
  // One of several objects.
  if (schema.anyOf) return { allOf: [{ type: 'object', ...code }, schema] }
  return {
    ...schema,
    type: 'object',
    properties: { ...code.properties, ...properties },
    required: [...code.required, ...required],
  }
}
