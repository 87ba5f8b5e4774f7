import type { FastifyInstance, FastifyReply } from 'fastify'

const headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, X-Not-Found, X-Total-Count',
}

/**
 * Lets pages of other sites read a reply that they got with a key or as a visitor (CORS). Browsers never show them a
 * reply to a call with cookies, because the origin is `*`. Sent to everyone: a browser's cache may show a page what
 * another kind of request fetched.
 */
export function shareWithPages(reply: FastifyReply): void {
  reply.headers(headers)
}

/** Answers a browser that asks whether a page of another site may call this. */
export function answerPreflight(http: FastifyInstance, url: string): void {
  if (http.hasRoute({ method: 'OPTIONS', url })) return
  http.route({
    method: 'OPTIONS',
    url,
    handler: (_, reply) =>
      reply
        .code(204)
        .headers({
          ...headers,
          'access-control-allow-methods': 'GET, HEAD, POST',
          'access-control-allow-headers': 'authorization, accept, content-type, if-none-match',
          'access-control-max-age': '86400',
        })
        .send(),
  })
}
