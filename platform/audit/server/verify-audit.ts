import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import { auditSeals } from './seal-audit.ts'

/** Positions; 0 where there are no entries or seals. `shipped`: how many of them were compared. */
export type WholeAudit = {
  entries: number
  first: number
  last: number
  sealedUpTo: number
  shipped: number | undefined
}

/** The message names the first entry that was changed or left out. */
export class AuditBroken extends Error {}

/**
 * Reads the whole log and makes its chain of hashes anew. `shipped`: a file of entries as they were shipped, which is
 * compared too. Throws AuditBroken.
 */
export async function verifyAudit(app: Pick<App, 'db' | 'secretKey'>, shippedFile?: string): Promise<WholeAudit> {
  const { seals, chain, unchained } = await readEnds(app)
  if (unchained > 0)
    throw new AuditBroken(
      `${unchained} ${unchained === 1 ? 'entry was' : 'entries were'} added without a place in the chain.`,
    )
  const sealAt = new Map(seals.map((seal) => [seal.position, seal]))
  const shipped = shippedFile === undefined ? undefined : await readShipped(shippedFile)
  let previous: { position: number; hash: string } | undefined
  let entries = 0
  let first = 0
  for await (const entry of chainOf(app.db)) {
    const { position } = entry
    previous ??= beginning(position, sealAt)
    if (position !== previous.position + 1) throw missing(previous.position + 1, position - 1)
    if (entry.hash !== hashOf(previous.hash, entry.text)) throw new AuditBroken(`Entry ${inWords(entry)} was changed.`)
    const seal = sealAt.get(entry.position)
    if (seal && !(seal.genuine && seal.hash === entry.hash)) throw rewritten(entry.position, seal.sealedAt)
    const copy = shipped?.get(entry.position)
    if (copy !== undefined && copy !== entry.hash)
      throw new AuditBroken(`Entry ${inWords(entry)} is not the one that was shipped.`)
    previous = { position, hash: entry.hash }
    first ||= entry.position
    entries++
  }
  const last = previous?.position ?? 0
  let furthest = Math.max(chain?.position ?? 0, seals.at(-1)?.position ?? 0)
  for (const position of shipped?.keys() ?? []) furthest = Math.max(furthest, position)
  if (furthest > last && !(entries === 0 && isSealedEnd(seals, furthest))) throw missing(last + 1, furthest)
  return {
    entries,
    first,
    last,
    sealedUpTo: seals.at(-1)?.position ?? 0,
    shipped: shipped?.size,
  }
}

type Seal = Awaited<ReturnType<typeof auditSeals>>[number]

/** Every entry was removed for its age. */
const isSealedEnd = (seals: Seal[], end: number) => {
  const seal = seals.at(-1)
  return seal?.genuine === true && seal.position === end
}

async function readEnds(app: Pick<App, 'db' | 'secretKey'>) {
  const unchained = await app.db
    .selectFrom('auditEntry')
    .where('position', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return {
    unchained: Number(unchained.count),
    chain: await app.db.selectFrom('auditChain').selectAll().executeTakeFirst(),
    seals: await auditSeals(app),
  }
}

/** What comes before the first entry: nothing, or entries that were removed for their age, whose end was sealed. */
function beginning(position: number, sealAt: Map<number, Seal>) {
  if (position === 1) return { position: 0, hash: '' }
  const seal = sealAt.get(position - 1)
  if (!seal) throw missing(1, position - 1)
  if (!seal.genuine) throw rewritten(seal.position, seal.sealedAt)
  return { position: position - 1, hash: seal.hash }
}

const hashOf = (previous: string, text: string) =>
  createHash('sha256')
    .update(previous + text)
    .digest('hex')

const inWords = ({ position, action, happenedAt }: { position: number; action: string; happenedAt: Date }) =>
  `${position} (${action}, ${happenedAt.toISOString()})`

const missing = (from: number, to: number) =>
  new AuditBroken(from === to ? `Entry ${from} is missing.` : `Entries ${from} to ${to} are missing.`)

const rewritten = (position: number, sealedAt: Date) =>
  new AuditBroken(
    `Entry ${position} or one before it was replaced: the log up to there is not what was sealed on ${sealedAt.toISOString()}, or the seal is not of this installation.`,
  )

const atOnce = 2000

/** The text is put together here, not by the function of the database, which could have been changed with the rows. */
async function* chainOf(db: Db) {
  let after = -1
  for (;;) {
    const rows = await db
      .selectFrom('auditEntry as entry')
      .where('position', '>', after)
      .select(['position', 'hash', 'action', 'happenedAt'])
      .select(
        sql<string>`jsonb_build_array(
          entry.position, entry.id, (extract(epoch from entry.happened_at) * 1000000)::bigint, entry.customer_id,
          entry.user_id, entry.action, entry.subject, entry.came_from, entry.before, entry.after)::text`.as('text'),
      )
      .orderBy('position')
      .limit(atOnce)
      .execute()
    yield* rows
    if (rows.length < atOnce) return
    after = rows.at(-1)!.position
  }
}

const ShippedLine = z.object({ position: z.number(), hash: z.string() })

/** Hashes by position. Lines that are none of ours, as a syslog file has them, are passed over. */
async function readShipped(file: string): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const at = line.indexOf('{"position":')
    const entry = at < 0 ? undefined : ShippedLine.safeParse(parsed(line.slice(at)))
    if (entry?.success) found.set(entry.data.position, entry.data.hash)
  }
  return found
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
