import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#kit/contract.ts'
import { mounted } from '#kit/server/serve.ts'
import type { Env } from '../env.ts'

const ui = (name: string) => readFileSync(new URL(`../../ui/${name}.css`, import.meta.url), 'utf8')
const style = `${ui('tokens')}${ui('base')}
@layer parts { ${ui('table/table')} }
${ui('table/cards')}
@layer screens { body { padding: var(--edge); } code { overflow-wrap: anywhere; } pre { white-space: pre-wrap; } }`

/** `/openapi.json` and a page for reading it, both generated from the mounted contracts. */
export function describeCalls(http: FastifyInstance, { providerName, publicUrl }: Env) {
  const endpoints = mounted.get(http) ?? []
  const description = { ...openApi(endpoints, providerName), servers: [{ url: publicUrl }] }
  http.get('/openapi.json', () => description)
  http.get('/docs/api.css', (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  )
  const page = apiPage(endpoints, providerName, publicUrl)
  http.get('/docs/api', (_, reply) => reply.type('text/html; charset=utf-8').send(page))
}

export function openApi(endpoints: Endpoint[], providerName: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints)
    for (const method of endpoint.methods) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation(endpoint, method) }
    }
  return {
    openapi: '3.1.0',
    info: { title: `${providerName} portal`, version: '1' },
    components: {
      schemas: { Failure: failure },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
        accessKey: { type: 'http', scheme: 'basic', description: keySentence },
        bearerKey: { type: 'http', scheme: 'bearer', description: 'The access key alone.' },
      },
    },
    paths,
  }
}

const failure = z.toJSONSchema(
  z.object({
    responseCode: z.number().int(),
    code: z.string(),
    messages: z.array(z.string()),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    about: z.record(z.string(), z.string()).optional(),
  }),
)

type JsonObject = { properties?: Record<string, object>; required?: string[] }
const schemaOf = (type: z.core.$ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(type, { io, unrepresentable: 'any' }) as JsonObject

function operation(endpoint: Endpoint, method: string) {
  const input = schemaOf(endpoint.input, 'input')
  const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const members = Object.entries(input.properties ?? {})
  const asBody = method === 'POST' || method === 'PATCH'
  const { listBody } = endpoint
  const rest = members.filter(([name]) => !inPath.includes(name) && name !== listBody)
  const inQuery = !asBody || listBody !== undefined
  const body = listBody === undefined ? objectOf(input, rest, inPath) : input.properties?.[listBody]
  return {
    summary: endpoint.summary,
    description: `Who: ${endpoint.who}.${endpoint.freshProof ? proofNote[endpoint.freshProof] : ''}`,
    security: securityOf(endpoint),
    parameters: [
      ...inPath.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: input.properties?.[name] ?? { type: 'string' },
      })),
      ...(inQuery
        ? rest.map(([name, schema]) => ({
            name,
            in: 'query',
            required: input.required?.includes(name) ?? false,
            schema,
          }))
        : []),
    ],
    ...(asBody && (listBody !== undefined || rest.length > 0)
      ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } }
      : {}),
    responses: {
      ...success(endpoint),
      default: {
        description: 'Failure',
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/Failure' } },
          // Calls that a browser opens directly answer with a page.
          ...(endpoint.answers === 'redirect' ? { 'text/html': {} } : {}),
        },
      },
    },
  }
}

const proofNote = {
  'in-part': ' Part of it wants a fresh proof of identity, else 403 `proof_needed`.',
  always: ' Wants a fresh proof of identity, else 403 `proof_needed`.',
}

/** Empty if no sign-in is needed; a key may still be sent if one is accepted. */
function securityOf({ who, forKeys }: Endpoint) {
  const ways = forKeys ? [{ session: [] }, { accessKey: [] }, { bearerKey: [] }] : [{ session: [] }]
  return who === 'visitor' ? (forKeys ? [{}, ...ways] : []) : ways
}

const keySentence =
  'A program sends an access key with each call: as HTTP Basic with the id of the API user, or alone as a bearer token. The primary contact of a school makes keys under Settings and chooses what each may do. No cookie is needed, and none may be sent.'

const objectOf = (input: JsonObject, members: [string, object][], inPath: string[]) => ({
  ...input,
  properties: Object.fromEntries(members),
  required: input.required?.filter((name) => !inPath.includes(name)),
})

function success({ answers, reply }: Endpoint) {
  switch (answers) {
    case 'json':
      return {
        200: {
          description: 'Success',
          content: { 'application/json': { schema: withCode(schemaOf(reply, 'output')) } },
        },
      }
    case 'text':
      return { 200: { description: 'Success', content: { 'text/plain': { schema: { type: 'string' } } } } }
    case 'html':
      return { 200: { description: 'Success', content: { 'text/html': { schema: { type: 'string' } } } } }
    case 'redirect':
      return {
        '3XX': { description: 'The way on', headers: { location: { schema: { type: 'string', format: 'uri' } } } },
      }
    case 'picture':
      return { 200: { description: 'Success', content: { 'image/*': {} } } }
    case 'file':
      return { 200: { description: 'Success', content: { '*/*': {} } } }
  }
}

/** The members that `serve` adds to every reply. */
const withCode = ({ properties, required, ...schema }: JsonObject) => ({
  ...schema,
  properties: { responseCode: { const: 200 }, ...properties },
  required: ['responseCode', ...(required ?? [])],
})

function apiPage(endpoints: Endpoint[], providerName: string, publicUrl: string) {
  const rows = endpoints.map((endpoint) => {
    const members = Object.keys(schemaOf(endpoint.input, 'input').properties ?? {})
    const names = members.map((name) => `<code>${asText(name)}</code>`).join(' ')
    return `<tr><td>${endpoint.methods.join(', ')}</td><th scope="row" class="name-cell"><code>${asText(endpoint.path)}</code></th>${cell('Who', endpoint.who)}${cell('Access key', endpoint.forKeys ?? '')}${cell('Members', names)}<td>${asText(endpoint.summary)}</td></tr>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><link rel="stylesheet" href="/docs/api.css"><title>Calls · ${asText(providerName)}</title>
<body><main><h1>Calls</h1><p>The full description is <a href="/openapi.json">openapi.json</a>.</p>
<h2>From a program</h2><p>${asText(keySentence)} It may make the calls that name one of the key’s scopes in the column “Access key”, or “any”, as staff of the school.</p>
<pre>curl -u 'API-USER:ACCESS-KEY' '${asText(publicUrl)}/rest/mydownload/list'</pre>
<div class="cards"><div class="table-box"><table class="table"><thead><tr><th>Method</th><th>Path</th><th>Who</th><th>Access key</th><th>Members</th><th>What it does</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div></div></main></body></html>`
}

const cell = (label: string, html: string) => `<td data-label="${label}">${html}</td>`

const asText = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
