import type { FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { hourMs } from '#kit/day.ts'
import { formatWait } from '#kit/format-wait.ts'
import type { Caller } from '#kit/server/caller.ts'
import { isCrawler } from '#kit/server/load/crawlers.ts'
import { networkOf } from '#kit/server/network-of.ts'
import { secondsUntil } from '#kit/server/seconds-until.ts'
import { catalogueProblem } from '../contract.ts'
import type { ParsedSearch } from '../query/server/parse-search.ts'
import { crawlerLimits, visitorDepth } from '../rules.ts'

type Needs = Pick<App, 'catalogue' | 'clock'> & { env: Pick<App['env'], 'limits'> }
type Depth = Pick<ParsedSearch, 'from' | 'size' | 'choices'>

/** Networks whose counts are held in memory; the oldest are dropped. Each process counts separately. */
const maxNetworks = 20_000
const counts = new WeakMap<App['catalogue'], Map<string, { deep: number; until: Date }>>()

/** For a visitor's search: a known crawler is held to its limits, others to their network's budget of deep searches. */
export function limitVisitor(
  { catalogue, clock, env }: Needs,
  caller: Caller | null,
  { headers, ip }: FastifyRequest,
): { isCrawler: boolean; holdTo?: (search: Depth) => void } {
  if (caller) return { isCrawler: false }
  if (isCrawler(headers['user-agent'])) return { isCrawler: true, holdTo: enforceCrawlerLimits }
  // Visitors behind one address share a school's limits, and are free of this one where those are off.
  if (env.limits.school.searches === 0) return { isCrawler: false }
  return {
    isCrawler: false,
    holdTo({ from, size, choices }) {
      if (from + size <= visitorDepth.freeHits && choices.length <= visitorDepth.freeFilters) return
      const known = counts.get(catalogue) ?? new Map()
      counts.set(catalogue, known)
      spend(known, networkOf(ip), clock())
    },
  }
}

function enforceCrawlerLimits({ from, size, choices }: Depth) {
  if (from + size > crawlerLimits.deepestHit || choices.length > crawlerLimits.filters)
    throw catalogueProblem('crawler_limit')
}

function spend(known: Map<string, { deep: number; until: Date }>, network: string, now: Date) {
  const last = known.get(network)
  const count = last && last.until > now ? last : { deep: 0, until: new Date(now.getTime() + hourMs) }
  if (count.deep >= visitorDepth.perHour) {
    const waitSeconds = secondsUntil(count.until, now)
    const sentence = `Visitors can go this deep into searches ${visitorDepth.perHour} times an hour. Sign in to continue, or try again in ${formatWait(waitSeconds)}.`
    throw catalogueProblem('visitor_depth', { messages: [sentence], waitSeconds })
  }
  count.deep++
  known.delete(network)
  known.set(network, count)
  if (known.size > maxNetworks) known.delete(known.keys().next().value!)
}
