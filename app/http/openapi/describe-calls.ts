import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#kit/contract.ts'
import { mounted } from '#kit/server/serve.ts'
import type { Env } from '../../env.ts'
import { keySentence, openApi, schemaOf } from './openapi.ts'

const ui = (name: string) => readFileSync(new URL(`../../../ui/${name}.css`, import.meta.url), 'utf8')
const style = `${ui('tokens')}${ui('base')}
@layer parts { ${ui('table/table')} }
${ui('table/cards')}
@layer screens { body { padding: var(--edge); } code { overflow-wrap: anywhere; } pre { white-space: pre-wrap; } }`

/** `/openapi.json` and a page for reading it, both generated from the mounted contracts. */
export function describeCalls(http: FastifyInstance, { providerName, publicUrl }: Env) {
  const endpoints = mounted.get(http) ?? []
  // Both are written at the first request: most starts need neither.
  let description: string | undefined
  http.get('/openapi.json', (_, reply) => {
    description ??= JSON.stringify(openApi(endpoints, { providerName, publicUrl }))
    return reply.type('application/json; charset=utf-8').send(description)
  })
  http.get('/docs/api.css', (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  )
  let page: string | undefined
  http.get('/docs/api', (_, reply) => {
    page ??= apiPage(endpoints, providerName, publicUrl)
    return reply.type('text/html; charset=utf-8').send(page)
  })
}

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
