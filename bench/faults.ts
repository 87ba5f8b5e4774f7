import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { say } from './table.ts'
import { formatMs } from './times.ts'

/**
 * `node bench/faults.ts http://localhost:8080 [seconds, default 10]`: measures the search capacity of a running portal,
 * sends as many, twice and four times as many, and reports the outcome; health is checked throughout. `Retry-After` is
 * counted, not obeyed. Then one client keeps 24 heavy searches running while another searches now and then. The portal
 * runs with `CLIENT_LIMITS=off SCHOOL_LIMITS=off`.
 */
const [origin = 'http://localhost:8080', seconds = '10'] = process.argv.slice(2)
const words = ['dragon', 'history', 'sea', 'animals', 'school', 'space', 'river', 'story']
const search = (n: number) =>
  `/rest/catalogue/search?bodybuilderquery=${encodeURIComponent(
    JSON.stringify({ query: { query_string: { query: words[n % words.length] } }, size: 50 }),
  )}`

type Reply = { status: number; ms: number; retryAfter: boolean }
const ask = (path: string, localAddress = '127.0.0.1') =>
  new Promise<Reply>((resolve) => {
    const start = performance.now()
    const end = (status: number, retryAfter = false) => resolve({ status, ms: performance.now() - start, retryAfter })
    request(`${origin}${path}`, { agent: false, localAddress }, (reply) => {
      reply.resume().on('end', () => end(reply.statusCode ?? 0, reply.headers['retry-after'] !== undefined))
    })
      .on('error', () => end(0))
      .end()
  })

/** The throughput at this concurrency. */
async function capacity(atOnce: number) {
  const end = Date.now() + Number(seconds) * 1000
  const replies: Reply[] = []
  await Promise.all(
    Array.from({ length: atOnce }, async (_, n) => {
      while (Date.now() < end) replies.push(await ask(search(n + replies.length)))
    }),
  )
  return tell(`${atOnce} at once`, replies, Number(seconds))
}

/** This many per second, whether earlier ones are answered or not. */
async function flood(perSecond: number) {
  const end = Date.now() + Number(seconds) * 1000
  const replies: Promise<Reply>[] = []
  const health: Reply[] = []
  const watching = (async () => {
    while (Date.now() < end) {
      health.push(await ask('/health/live'))
      await delay(100)
    }
  })()
  const begun = Date.now()
  for (; Date.now() < end; await delay(10)) {
    const due = ((Date.now() - begun) / 1000) * perSecond
    while (replies.length < due) replies.push(ask(search(replies.length)))
  }
  // The last replies come long after the last call.
  const all = await Promise.all(replies)
  tell(`${Math.round(perSecond)} a second`, all, (Date.now() - begun) / 1000)
  await watching
  tell('health meanwhile', health, Number(seconds))
}

/** The most expensive search: many words with wildcards, a long page and a facet. */
const heavySearch = (n: number) =>
  `/rest/catalogue/search?bodybuilderquery=${encodeURIComponent(
    JSON.stringify({
      query: {
        query_string: {
          query: `${words[n % words.length]!.slice(0, 2)}* OR ${words[(n + 3) % words.length]!.slice(0, 2)}*`,
        },
      },
      size: 100,
      aggs: { language: { terms: { field: 'language', size: 20 } } },
    }),
  )}`

/** A light client beside a busy one: another address is another client. */
async function beside(heavyAtOnce: number) {
  const end = Date.now() + Number(seconds) * 1000
  const heavy: Reply[] = []
  const quiet: Reply[] = []
  await Promise.all([
    ...Array.from({ length: heavyAtOnce }, async (_, n) => {
      while (Date.now() < end) {
        const reply = await ask(heavySearch(n + heavy.length))
        heavy.push(reply)
        if (reply.status === 503) await delay(100)
      }
    }),
    (async () => {
      while (Date.now() < end) {
        quiet.push(await ask(search(quiet.length), '127.0.0.2'))
        await delay(100)
      }
    })(),
  ])
  if (heavyAtOnce > 0) tell(`${heavyAtOnce} heavy ones of one client`, heavy, Number(seconds))
  tell(`a quiet client beside ${heavyAtOnce} heavy searches`, quiet, Number(seconds))
}

/** Prints the outcome of calls that took `seconds` together; returns how many were served in each. */
function tell(what: string, replies: Reply[], seconds: number): number {
  const perSecond = replies.filter(({ status }) => status === 200).length / seconds
  const of = (wanted: (status: number) => boolean) => {
    const times = replies.filter(({ status }) => wanted(status)).map(({ ms }) => ms)
    times.sort((a, b) => a - b)
    const at = (share: number) => formatMs(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
    return `${times.length} (p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)} ms)`
  }
  const refusedWithTime = replies.filter(({ status, retryAfter }) => status === 503 && retryAfter).length
  say(
    `${what}: served ${formatMs(perSecond)}/s for ${formatMs(seconds)} s, ${of((status) => status === 200)}; turned away ${of((status) => status === 503)}, ${refusedWithTime} with Retry-After; other ${replies.filter(({ status }) => ![200, 503].includes(status)).length}`,
  )
  return perSecond
}

// Raises the concurrency until the throughput stops growing.
let most = await capacity(4)
for (let atOnce = 8, before = 0; atOnce <= 64 && most > before * 1.05; atOnce *= 2) {
  before = most
  most = Math.max(most, await capacity(atOnce))
}
say(`capacity: ${formatMs(most)} searches a second`)
await flood(most)
await flood(most * 2)
await flood(most * 4)
await beside(0)
await beside(24)
