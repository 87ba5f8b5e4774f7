/** A record, or the whole file, must be restored from a backup. Its message is shown to the operator. */
export class CatalogueDamaged extends Error {}

export const restoreAdvice = 'Restore a backup: npm run admin -- restore DIR'

/** SQLITE_CORRUPT, SQLITE_NOTADB, and the errors for an unreadable block (SQLITE_IOERR_READ, _SHORT_READ). */
export function isDamage(error: unknown): boolean {
  const { errcode = 0, code } = (error ?? {}) as { errcode?: number; code?: string }
  const primary = errcode & 0xff
  // A number on a damaged page may be too large for JavaScript.
  return primary === 11 || primary === 26 || errcode === 266 || errcode === 522 || code === 'ERR_OUT_OF_RANGE'
}

/** Undefined if pages of the file cannot be read. */
export function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (isDamage(error)) return undefined
    throw error
  }
}
