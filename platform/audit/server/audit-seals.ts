import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { App } from '#app/app.ts'

/** `sealed` every hour; the others record legitimate events in the log, so that they are not taken for tampering. */
const sealKinds = ['sealed', 'expired', 'restored', 'reset'] as const
export type SealKind = (typeof sealKinds)[number]

const Seal = z.object({
  number: z.number(),
  kind: z.string(),
  position: z.number(),
  hash: z.string(),
  sealedAt: z.coerce.date(),
  previous: z.string(),
  signature: z.string(),
})
export type Seal = z.infer<typeof Seal>

const textOf = ({ number, kind, position, hash, sealedAt, previous }: Omit<Seal, 'signature'>) =>
  ['seal', number, kind, position, hash, sealedAt.toISOString(), previous].join(' ')

const mac = (secret: Buffer, text: string) => createHmac('sha256', secret).update(text).digest('hex')
const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

export const signedSeal = (secret: Buffer, seal: Omit<Seal, 'signature'>): Seal => ({
  ...seal,
  signature: mac(secret, textOf(seal)),
})
export const isGenuine = (secret: Buffer, seal: Seal): boolean => isSame(seal.signature, mac(secret, textOf(seal)))

/** The next seal contains it: a seal cannot be changed once another follows. */
export const linkOf = (seal: Seal | undefined): string =>
  seal
    ? createHash('sha256')
        .update(`${textOf(seal)} ${seal.signature}`)
        .digest('hex')
    : ''

/** Signs the last seal's number. */
export const countSignature = (secret: Buffer, { number, signature }: Seal): string =>
  mac(secret, `last ${number} ${signature}`)
export const isLast = (secret: Buffer, seal: Seal, signature: string): boolean =>
  isSame(signature, countSignature(secret, seal))

/** Whether a restore or new secrets can explain a missing seal: both are recorded, and later than it. */
export const isExcused = (gone: Pick<Seal, 'sealedAt'>, statement: Pick<Seal, 'kind' | 'sealedAt'>): boolean =>
  (statement.kind === 'restored' || statement.kind === 'reset') && statement.sealedAt >= gone.sealedAt

const fileOf = ({ dataDir }: App['env']) => join(dataDir, 'audit-seal')

/** The last seal stored on this machine, outside the database. Undefined if there is no such file. */
export function rememberedSeal(env: App['env']): Seal | undefined {
  let text: string
  try {
    text = readFileSync(fileOf(env), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return Seal.parse(JSON.parse(text))
}

export function rememberSeal(env: App['env'], seal: Seal): void {
  const aside = `${fileOf(env)}.${process.pid}`
  writeFileSync(aside, `${JSON.stringify(seal)}\n`, { mode: 0o600, flush: true })
  renameSync(aside, fileOf(env))
}
