import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import type { TestApp } from '#app/testing.ts'

/** Calls these portals in turn, like a load balancer without sticky sessions. */
export function inTurn(origins: string[]): Pick<TestApp, 'http'> {
  let calls = 0
  const inject = async ({ method, url, headers, payload }: InjectOptions) => {
    const to = new URL(String(url), origins[calls++ % origins.length])
    const sending = request(to, { method, headers: headers as Record<string, string> })
    sending.end(payload as string | undefined)
    const [answer] = await once(sending, 'response')
    return { statusCode: answer.statusCode, headers: answer.headers, body: String(await buffer(answer)) }
  }
  return { http: { inject } } as unknown as Pick<TestApp, 'http'>
}
