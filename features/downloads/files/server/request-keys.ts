import type { Db } from '#app/app.ts'
import { identifierKey } from '#marc/identifier.ts'

/** The keys that find a request: its identifiers in any notation, and its records. */
export const keysOf = (texts: string[]): string[] => [
  ...new Set(texts.map((text) => identifierKey(text).key).filter((key) => key !== '')),
]

export async function keepKeys(tx: Db, requestId: string, texts: string[]): Promise<void> {
  await tx
    .insertInto('downloadRequestKey')
    .values({ requestId, keys: keysOf(texts) })
    .onConflict((conflict) => conflict.column('requestId').doUpdateSet({ keys: keysOf(texts) }))
    .execute()
}

/** Adds keys, each once. */
export async function addKeys(tx: Db, requestId: string, texts: string[]): Promise<void> {
  const row = await tx
    .selectFrom('downloadRequestKey')
    .select('keys')
    .where('requestId', '=', requestId)
    .executeTakeFirst()
  const known = new Set(row?.keys)
  const added = keysOf(texts).filter((key) => !known.has(key))
  if (added.length > 0) await keepKeys(tx, requestId, [...known, ...added])
}
