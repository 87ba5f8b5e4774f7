import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#app/app.ts'

const count = 10
/** 32 letters (5 bits each), without 0, 1, l and o, which people confuse. */
const letters = '23456789abcdefghijkmnpqrstuvwxyz'
const length = 16

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

/** A code such as `k3f7-9xqa-…`. */
const newCode = () =>
  Array.from(randomBytes(length), (byte) => letters[byte % 32])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')

/** Ignores hyphens, spaces and case. Undefined if it cannot be a code. */
const plainCode = (typed: string) => {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  return code.length === length ? code : undefined
}

/** Replaces the remaining codes. They are shown once and stored as hashes. */
export async function makeRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, newCode)
  await tx.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await tx
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ userId, codeHash: hashOf(plainCode(code)!) })))
    .execute()
  return codes
}

/** True for the first use of a code: deleting it decides. */
export async function takeRecoveryCode(tx: Db, userId: string, typed: string): Promise<boolean> {
  const code = plainCode(typed)
  if (code === undefined) return false
  const taken = await tx
    .deleteFrom('recoveryCode')
    .where('userId', '=', userId)
    .where('codeHash', '=', hashOf(code))
    .returning('userId')
    .executeTakeFirst()
  return taken !== undefined
}

export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
  const rows = await db.selectFrom('recoveryCode').where('userId', '=', userId).select('codeHash').execute()
  return rows.length
}
