import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const style = ['../../ui/tokens.css', './trying-notice.css']
  .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
  .join('\n')

/** A band above every page, whichever part of the program made it: which sandbox features are on. */
export function showTryingNotice(http: FastifyInstance, sentences: string[]) {
  if (sentences.length === 0) return
  http.get('/trying-notice.css', (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  )
  const band = `<link rel="stylesheet" href="/trying-notice.css"><p class="trying-notice" role="note">${sentences.join(' ')}</p>`
  http.addHook('onSend', async (_, reply, payload) => {
    const page = /^text\/html/.test(String(reply.getHeader('content-type'))) && !reply.hasHeader('content-disposition')
    if (!page || typeof payload !== 'string') return payload
    return payload.replace(/<body[^>]*>/, (begin) => `${begin}\n${band}`)
  })
}
