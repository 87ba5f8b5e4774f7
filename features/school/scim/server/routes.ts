import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { answerProblems } from '#kit/server/answer-problems.ts'
import { requireScope } from '#kit/server/caller.ts'
import { clientHas } from '#kit/server/etag.ts'
import { countProblem } from '#kit/server/metrics.ts'
import { takeJsonAs } from '#kit/server/refuse-unreadable-text.ts'
import { sentKey } from '#kit/server/sent-key.ts'
import { providerConfig, resourceTypes, schemas } from './descriptions.ts'
import { userSchema } from './filter.ts'
import {
  addPerson,
  listPeople,
  maxCount,
  type Provisioner,
  patchPerson,
  removePerson,
  replacePerson,
  showPerson,
} from './people.ts'
import { scimProblem, scimType, writeScimProblem } from './scim-problem.ts'
import { type ScimUser, type Selection, selectFrom } from './user.ts'

type Given = Record<string, unknown>
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const defaultCount = 100

/** SCIM 2.0 (RFC 7643, 7644) at `/scim/v2`: a school's identity system manages its people. */
export const scimRoutes = (http: FastifyInstance, app: App) =>
  http.register(
    async (part) => {
      takeJsonAs(part, ['application/scim+json', 'application/json'])
      answerProblems(part, (problem) => countProblem(app, problem), writeScimProblem)
      describe(part, app)
      managePeople(part, app)
      part.all('/*', () => {
        throw scimProblem('no_such_address')
      })
    },
    { prefix: '/scim/v2' },
  )

/** Public, so that an identity system can learn how to sign in (RFC 7643, 5). */
function describe(part: FastifyInstance, app: App) {
  const { publicUrl } = app.env
  const types = resourceTypes(publicUrl)
  const known = schemas(publicUrl)
  const readOnly = (url: string, answer: (request: FastifyRequest) => object) => {
    part.get(url, { onRequest: async (request, reply) => app.fairUse?.(request, reply) }, async (request, reply) => {
      if ((request.query as Given).filter !== undefined) throw scimProblem('filter_not_here')
      return send(reply, answer(request))
    })
    part.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      handler: (_, reply) => {
        reply.header('allow', 'GET, HEAD')
        throw scimProblem('read_only')
      },
    })
  }
  const one = <T extends { id: string }>(all: T[], { params }: FastifyRequest): T => {
    const found = all.find(({ id }) => id === (params as { id: string }).id)
    if (!found) throw scimProblem('no_such_address')
    return found
  }
  readOnly('/ServiceProviderConfig', () => providerConfig(publicUrl))
  readOnly('/ResourceTypes', () => listOf(types, types.length, 1))
  readOnly('/ResourceTypes/:id', (request) => one(types, request))
  readOnly('/Schemas', () => listOf(known, known.length, 1))
  readOnly('/Schemas/:id', (request) => one(known, request))
}

function managePeople(part: FastifyInstance, app: App) {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = sentKey(request)
    if (!key) throw scimProblem('access_key_needed')
    request.caller = await app.callerOfKey(key, request.ip)
    await app.fairUse?.(request, reply)
    requireScope('people', request.caller)
  }
  const target = (request: FastifyRequest) => ({
    id: (request.params as { id: string }).id,
    ifMatch: request.headers['if-match'],
  })
  const answer = (request: FastifyRequest, reply: FastifyReply, user: ScimUser, status = 200) => {
    const selection = selectionIn(request.query as Given)
    const isKnown = clientHas(request, reply, user.meta.version)
    if (isKnown && (request.method === 'GET' || request.method === 'HEAD')) return reply.code(304).send()
    return send(reply.code(status), selectFrom(user, selection))
  }
  const list = async (request: FastifyRequest, reply: FastifyReply, given: Given) => {
    const selection = selectionIn(given)
    const query = queryIn(given)
    const { total, people } = await listPeople(app, provisionerOf(request), query)
    const chosen = people.map((user) => selectFrom(user, selection))
    return send(reply, listOf(chosen, total, query.startIndex))
  }
  part.get('/Users', { onRequest }, (request, reply) => list(request, reply, request.query as Given))
  for (const url of ['/Users/.search', '/.search'])
    part.post(url, { onRequest }, (request, reply) => list(request, reply, objectIn(request.body)))
  part.post('/Users', { onRequest }, async (request, reply) => {
    selectionIn(request.query as Given)
    const user = await addPerson(app, provisionerOf(request), objectIn(request.body))
    return answer(request, reply.header('location', user.meta.location), user, 201)
  })
  part.get('/Users/:id', { onRequest }, async (request, reply) =>
    answer(request, reply, await showPerson(app, provisionerOf(request), target(request).id)),
  )
  part.put('/Users/:id', { onRequest }, async (request, reply) => {
    selectionIn(request.query as Given)
    const user = await replacePerson(app, provisionerOf(request), target(request), objectIn(request.body))
    return answer(request, reply, user)
  })
  part.patch('/Users/:id', { onRequest }, async (request, reply) => {
    selectionIn(request.query as Given)
    const user = await patchPerson(app, provisionerOf(request), target(request), objectIn(request.body))
    return answer(request, reply, user)
  })
  part.delete('/Users/:id', { onRequest }, async (request, reply) => {
    await removePerson(app, provisionerOf(request), target(request))
    return reply.code(204).send()
  })
}

const provisionerOf = ({ caller }: FastifyRequest): Provisioner => ({
  customerId: caller!.customerId!,
  userId: caller!.userId,
  keyId: caller!.key!.id,
})

const listOf = (resources: object[], totalResults: number, startIndex: number) => ({
  schemas: [listSchema],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

const send = (reply: FastifyReply, body: object) =>
  reply.header('cache-control', 'no-store').type(scimType).send(JSON.stringify(body))

function objectIn(body: unknown): Given {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Given
  throw scimProblem('invalidSyntax', { messages: ['The body must be a JSON object.'] })
}

/** Query of an address, or of the body of a `.search`. */
function queryIn(given: Given) {
  const startIndex = Math.max(1, wholeNumber(given, 'startIndex', 1))
  const count = Math.min(maxCount, Math.max(0, wholeNumber(given, 'count', defaultCount)))
  const sortBy = textIn(given, 'sortBy')
  const descending = textIn(given, 'sortOrder')?.toLowerCase() === 'descending'
  return { startIndex, count, sortBy: sortBy && withoutSchema(sortBy), descending, filter: textIn(given, 'filter') }
}

const mostPeople = 1_000_000_000

function wholeNumber(given: Given, name: string, otherwise: number): number {
  const text = given[name] === undefined ? '' : String(given[name])
  if (text === '') return otherwise
  if (!/^-?\d{1,9}$/.test(text)) throw scimProblem('invalidValue', { messages: [`${name} must be a whole number.`] })
  return Math.min(Number(text), mostPeople)
}

function textIn(given: Given, name: string): string | undefined {
  const value = given[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'string') return value
  throw scimProblem('invalidValue', { messages: [`${name} must be given once, as text.`] })
}

const withoutSchema = (name: string) => {
  const path = name.trim().toLowerCase()
  const prefix = `${userSchema.toLowerCase()}:`
  return path.startsWith(prefix) ? path.slice(prefix.length) : path
}

/** Names separated by commas in an address, or a list in a body. */
function selectionIn(given: Given): Selection {
  const names = (value: unknown) =>
    [value ?? []]
      .flat()
      .flatMap((each) => String(each).split(','))
      .map(withoutSchema)
      .filter(Boolean)
  const selection = { attributes: names(given.attributes), excluded: names(given.excludedAttributes) }
  if (selection.attributes.length > 0 && selection.excluded.length > 0)
    throw scimProblem('invalidValue', { messages: ['Use attributes or excludedAttributes, not both.'] })
  return selection
}
