import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { formatWait } from '#kit/format-wait.ts'
import { type Admit, admittedLookup } from './reach.ts'

const timeoutMs = 10_000
const longestReply = 1024

export type Posted = { url: string; headers: Record<string, string>; body: string }
type Ways = { admit: Admit; lookup?: LookupFunction; signal?: AbortSignal; withinMs?: number }

/**
 * Posts JSON and returns the status of the reply. Follows no redirect, reads at most 1 kB of the reply and throws after
 * 10 s.
 */
export async function postMessage({ url, headers, body }: Posted, ways: Ways): Promise<number> {
  const { admit, lookup = admittedLookup(admit), withinMs = timeoutMs } = ways
  const { protocol, hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  // No name is looked up for it.
  if (isIP(host)) admit(host)
  const tooLong = AbortSignal.timeout(withinMs)
  const signal = ways.signal ? AbortSignal.any([tooLong, ways.signal]) : tooLong
  const send = protocol === 'https:' ? httpsRequest : httpRequest
  try {
    return await new Promise<number>((resolve, reject) => {
      const options = { method: 'POST', headers: { ...headers, ...plainHeaders(body) }, agent: false, lookup, signal }
      const sent = send(url, options, (reply) => {
        let bytes = 0
        reply.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes > longestReply) done()
        })
        const done = () => {
          resolve(reply.statusCode!)
          sent.destroy()
        }
        reply.on('end', done)
        reply.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  } catch (error) {
    throw tooLong.aborted ? new Error(`No reply within ${formatWait(withinMs / 1000)}.`) : error
  }
}

const plainHeaders = (body: string) => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
  connection: 'close',
})
