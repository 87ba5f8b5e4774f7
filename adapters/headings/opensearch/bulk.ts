import { setTimeout } from 'node:timers/promises'
import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import { HeadingsUnavailable } from '#features/headings/server/headings-port.ts'
import { ask } from './asking.ts'

/** Characters of one call. */
const perCall = 4_000_000
/** How often what the cluster has no room for is sent again, each time after twice the wait. */
const mostTries = 10

type Answer = { errors: boolean; items: { index: { status: number; error?: { reason: string } } }[] }

/** Writes documents in calls of a few megabytes; waits where the cluster has enough to do. */
export async function sendBulk(
  client: EngineClient,
  index: string,
  documents: Iterable<[id: string, object]>,
): Promise<void> {
  let lines: string[] = []
  let length = 0
  const send = async () => {
    if (lines.length > 0) await sendLines(client, index, lines)
    lines = []
    length = 0
  }
  for (const [id, document] of documents) {
    const line = `${JSON.stringify({ index: { _id: id } })}\n${JSON.stringify(document)}\n`
    lines.push(line)
    length += line.length
    if (length >= perCall) await send()
  }
  await send()
}

async function sendLines(client: EngineClient, index: string, lines: string[]): Promise<void> {
  let left = lines
  for (let tries = 0; ; tries++) {
    const answer = await ask<Answer>(client, {
      method: 'POST',
      path: `/${index}/_bulk`,
      lines: left.join(''),
      timeoutMs: 120_000,
      patienceMs: 60_000,
    })
    const refused = answer.items.flatMap(({ index: { status, error } }, i) =>
      status >= 300 ? [{ i, status, error }] : [],
    )
    if (refused.length === 0) return
    const [worst] = refused.filter(({ status }) => status !== 429 && status !== 503)
    if (worst || tries >= mostTries)
      throw new HeadingsUnavailable(`A heading was not taken: ${(worst ?? refused[0]!).error?.reason}`)
    left = refused.flatMap(({ i }) => left[i]!)
    await setTimeout(Math.min(100 * 2 ** tries, 5_000))
  }
}
