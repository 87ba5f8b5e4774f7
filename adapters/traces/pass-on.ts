import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'

type FetchRequest = { origin: string; addHeader(name: string, value: string): void }

/** Calls of this process to these origins carry `traceparent`; others, which are none of our services, do not. */
export function passOn(origins: string[], mark: () => string | undefined): () => void {
  const byHttp = (message: unknown) => {
    const { request } = message as { request: ClientRequest }
    const traceparent = mark()
    if (traceparent && origins.includes(originOf(request))) request.setHeader('traceparent', traceparent)
  }
  const byFetch = (message: unknown) => {
    const { request } = message as { request: FetchRequest }
    const traceparent = mark()
    if (traceparent && origins.includes(String(request.origin))) request.addHeader('traceparent', traceparent)
  }
  if (origins.length === 0) return () => {}
  subscribe('http.client.request.created', byHttp)
  subscribe('undici:request:create', byFetch)
  return () => {
    unsubscribe('http.client.request.created', byHttp)
    unsubscribe('undici:request:create', byFetch)
  }
}

function originOf(request: ClientRequest): string {
  const address = `${request.protocol}//${request.getHeader('host') ?? request.host}`
  return URL.canParse(address) ? new URL(address).origin : ''
}
