import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import { hourMs } from '#kit/day.ts'
import { mapOf } from '#kit/map-of.ts'
import { knownSecret } from '#kit/server/stored-secret.ts'
import { counted } from '#kit/wording.ts'
import { isExcused, isGenuine, isLast, linkOf, rememberedSeal, rememberSeal, type Seal } from './audit-seals.ts'

/**
 * Positions; 0 if there are no entries or seals. `shipped`: how many were compared. `notes`: sentences that are no
 * fault, but worth knowing.
 */
export type WholeAudit = {
  entries: number
  first: number
  last: number
  sealedUpTo: number
  shipped: number | undefined
  notes: string[]
}

/** The message names the first changed or missing entry or seal. */
export class AuditBroken extends Error {}

type Needs = Pick<App, 'db' | 'clock' | 'env' | 'secretKey'>

/**
 * Reads the whole log and recomputes its hash chain and that of its seals. `shipped`: a file of shipped entries to
 * compare. Throws AuditBroken.
 */
export async function verifyAudit(app: Needs, shippedFile?: string): Promise<WholeAudit> {
  const expired = await lastExpired(app.db)
  try {
    return await verifyOnce(app, shippedFile)
  } catch (error) {
    // Entries that expired during the read are no gap.
    if (!(error instanceof AuditBroken) || (await lastExpired(app.db)) === expired) throw error
    return verifyOnce(app, shippedFile)
  }
}

async function lastExpired(db: Db): Promise<number | undefined> {
  const seals = db.selectFrom('auditSeal').where('kind', '=', 'expired').orderBy('number', 'desc')
  return (await seals.select('number').limit(1).executeTakeFirst())?.number
}

async function verifyOnce(app: Needs, shippedFile?: string): Promise<WholeAudit> {
  const remembered = rememberedSeal(app.env)
  const seals = await checkedSeals(app, remembered)
  const chain = (await chainEnd(app.db))!
  const expired = seals.findLast(({ kind }) => kind === 'expired')
  const shipped = shippedFile === undefined ? undefined : await readShipped(shippedFile)
  const sealsAt = Map.groupBy(seals, ({ position }) => position)
  const compare = ({ position, hash }: { position: number; hash: string }, words: string) => {
    const seal = sealsAt.get(position)?.find((each) => each.hash !== hash)
    if (seal) throw rewritten(seal)
    if (position === chain.position && hash !== chain.hash)
      throw new AuditBroken(`Entry ${words} differs from the one the chain ended with.`)
    const copy = shipped?.get(position)
    if (copy && copy.hash !== hash && !isOfBefore(position, copy, seals))
      throw new AuditBroken(`Entry ${words} differs from the one shipped.`)
  }
  let previous = { position: 0, hash: '' }
  if (expired) {
    previous = expired
    compare(expired, String(expired.position))
  }
  const waits = waitingOf(seals)
  let entries = 0
  let first = 0
  for await (const entry of chainOf(app.db)) {
    const { position } = entry
    if (position <= previous.position) throw new AuditBroken(`Entry ${inWords(entry)} had expired but is back.`)
    if (position !== previous.position + 1) throw missing(previous.position + 1, position - 1)
    if (entry.hash !== hashOf(previous.hash, entry.text)) throw new AuditBroken(`Entry ${inWords(entry)} was changed.`)
    compare(entry, inWords(entry))
    waits.see(entry)
    previous = { position, hash: entry.hash }
    first ||= position
    entries++
  }
  const last = previous.position
  let furthest = chain.position
  for (const position of sealsAt.keys()) furthest = Math.max(furthest, position)
  for (const [position, copy] of shipped ?? [])
    if (position > last && !isOfBefore(position, copy, seals)) furthest = Math.max(furthest, position)
  if (furthest > last) throw missing(last + 1, furthest)
  const end = (await chainEnd(app.db))?.position ?? 0
  if (last > end) throw new AuditBroken(`Entry ${end + 1} was added past the end of the chain.`)
  const newest = seals.at(-1)
  if (newest && linkOf(newest) !== linkOf(remembered)) rememberSeal(app.env, newest)
  return {
    entries,
    first,
    last,
    sealedUpTo: seals.reduce((far, { position }) => Math.max(far, position), 0),
    shipped: shipped?.size,
    notes: [...notesOn(seals, remembered), ...waits.notes(app.clock())],
  }
}

const chainEnd = (db: Db) => db.selectFrom('auditChain').selectAll().executeTakeFirst()

/** All seals in order, without a gap up to the last known one, each signed by this installation. */
async function checkedSeals(app: Needs, remembered: Seal | undefined): Promise<Seal[]> {
  const { db } = app
  const counted = await db
    .selectFrom('auditEntry')
    .where('position', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const unchained = Number(counted.count)
  if (unchained > 0)
    throw new AuditBroken(
      `${unchained} ${unchained === 1 ? 'entry was' : 'entries were'} added without a place in the chain.`,
    )
  // Read together: a seal may be added meanwhile.
  const { seals, chain } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      seals: await tx.selectFrom('auditSeal').selectAll().orderBy('number').execute(),
      chain: await chainEnd(tx),
    }))
  if (!chain) throw new AuditBroken('The row with the end of the chain is missing.')
  const known = await knownSecret<string>(app, 'audit_seal')
  const secret = known === undefined ? undefined : Buffer.from(known, 'base64url')
  // Earlier seals were signed with a lost secret; the reset's seal contains their hash.
  const signedFrom = seals.findLast(({ kind }) => kind === 'reset')?.number ?? 0
  let previous: Seal | undefined
  for (const seal of seals) {
    const due = (previous?.number ?? 0) + 1
    if (seal.number !== due) throw missingSeals(due, seal.number - 1)
    if (previous && seal.previous !== linkOf(previous))
      throw new AuditBroken(`Seal ${previous.number} was changed, or seal ${due} does not follow it.`)
    if (seal.number >= signedFrom && !(secret && isGenuine(secret, seal)))
      throw new AuditBroken(
        `Seal ${seal.number} (entry ${seal.position}, ${seal.sealedAt.toISOString()}) was changed, or belongs to another installation.`,
      )
    previous = seal
  }
  const count = previous?.number ?? 0
  if (chain.seals > count) throw missingSeals(count + 1, chain.seals)
  if (secret && !previous) throw new AuditBroken('All seals are missing.')
  if (secret && previous && !isLast(secret, previous, chain.sealsSignature))
    throw new AuditBroken(`Seal ${count} was not the last one: the seals were cut off, or their number was changed.`)
  if (remembered && !seals.some((seal) => linkOf(seal) === linkOf(remembered) || isExcused(remembered, seal))) {
    if (remembered.number > count) throw missingSeals(count + 1, remembered.number)
    throw new AuditBroken(
      `Seal ${remembered.number} differs from the one that DATA_DIR recorded on ${remembered.sealedAt.toISOString()}.`,
    )
  }
  return seals
}

/** Shipped before the restore of a backup that lacks it. */
const isOfBefore = (position: number, { at }: Shipped, seals: Seal[]) =>
  seals.some((seal) => seal.kind === 'restored' && position > seal.position && at !== undefined && at <= seal.sealedAt)

const hashOf = (previous: string, text: string) =>
  createHash('sha256')
    .update(previous + text)
    .digest('hex')

const inWords = ({ position, action, happenedAt }: { position: number; action: string; happenedAt: Date }) =>
  `${position} (${action}, ${happenedAt.toISOString()})`

const missing = (from: number, to: number) =>
  new AuditBroken(from === to ? `Entry ${from} is missing.` : `Entries ${from} to ${to} are missing.`)

const missingSeals = (from: number, to: number) =>
  new AuditBroken(from === to ? `Seal ${from} is missing.` : `Seals ${from} to ${to} are missing.`)

const rewritten = ({ position, sealedAt }: Seal) =>
  new AuditBroken(
    `Entry ${position} or one before it was replaced: the log up to there differs from what was sealed on ${sealedAt.toISOString()}.`,
  )

const statements = mapOf<(seal: Seal) => string>({
  expired: ({ position, sealedAt }) =>
    `entries up to ${position} expired after AUDIT_DAYS, the last of them on ${sealedAt.toISOString()}`,
  restored: ({ position, sealedAt }) =>
    `a backup with entries up to ${position} was restored on ${sealedAt.toISOString()}; later entries are missing`,
  reset: ({ position, sealedAt }) =>
    `new secrets were made on ${sealedAt.toISOString()}; earlier changes, up to entry ${position}, are detected only if they were sealed by then`,
})

function notesOn(seals: Seal[], remembered: Seal | undefined): string[] {
  const expired = seals.findLast(({ kind }) => kind === 'expired')
  const restores = seals.filter(
    // A restore writes two statements, before and after the swap.
    (seal, at) =>
      seal.kind === 'expired' ? seal === expired : !(seal.kind === 'restored' && seals[at + 1]?.kind === 'restored'),
  )
  return [
    ...restores.flatMap((seal) => statements.get(seal.kind)?.(seal) ?? []),
    ...(seals.length > 0 && !remembered
      ? ['DATA_DIR had no record of the last seal: it may have been put back to an earlier state']
      : []),
  ]
}

/** Seals are made every hour. */
const promptMs = 2 * hourMs

/** Entries that stayed unsealed for too long: until then they could be changed unnoticed. */
function waitingOf(seals: Seal[]) {
  const ends = seals
    .filter(({ kind }) => kind !== 'expired')
    .sort((a, b) => a.position - b.position || a.number - b.number)
  let at = 0
  let oldest: { position: number; happenedAt: Date } | undefined
  let longest: { from: number; to: number; ms: number; sealedAt: Date } | undefined
  let last = 0
  return {
    see({ position, happenedAt }: { position: number; happenedAt: Date }) {
      while (at < ends.length && ends[at]!.position < position) {
        at++
        oldest = undefined
      }
      oldest ??= { position, happenedAt }
      last = position
      const seal = ends[at]
      if (seal?.position !== position) return
      const ms = seal.sealedAt.getTime() - oldest.happenedAt.getTime()
      if (ms > Math.max(promptMs, longest?.ms ?? 0))
        longest = { from: oldest.position, to: position, ms, sealedAt: seal.sealedAt }
    },
    notes(now: Date): string[] {
      const isOpen = oldest && at < ends.length ? ends[at]!.position < last : oldest !== undefined
      const late = isOpen && now.getTime() - oldest!.happenedAt.getTime() > promptMs
      return [
        ...(longest
          ? [
              `entries ${longest.from} to ${longest.to} were not sealed until ${longest.sealedAt.toISOString()}, ${hours(longest.ms)} after the first of them`,
            ]
          : []),
        ...(late
          ? [
              `entries ${oldest!.position} to ${last} have not been sealed, the first of them for ${hours(now.getTime() - oldest!.happenedAt.getTime())}`,
            ]
          : []),
      ]
    },
  }
}

const hours = (ms: number) => counted(Math.floor(ms / hourMs), 'hour')

const atOnce = 2000

/** Builds the text here rather than by the database's function, which could have been changed too. */
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

const ShippedLine = z.object({ position: z.number(), hash: z.string(), at: z.coerce.date().optional() })
type Shipped = Omit<z.infer<typeof ShippedLine>, 'position'>

/** The last line for each position. Skips foreign lines, as in a syslog file. */
async function readShipped(file: string): Promise<Map<number, Shipped>> {
  const found = new Map<number, Shipped>()
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const at = line.indexOf('{"position":')
    const entry = at < 0 ? undefined : ShippedLine.safeParse(parsed(line.slice(at)))
    if (entry?.success) found.set(entry.data.position, entry.data)
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
