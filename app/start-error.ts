import { CatalogueDamaged } from '#adapters/catalogue/embedded/check/sqlite-damage.ts'
import { CatalogueTooNew } from '#adapters/catalogue/embedded/schema.ts'
import { DatabaseStopped } from '#adapters/database/durable-files.ts'
import { FolderInUse } from '#adapters/database/folder-lock.ts'
import { DatabaseTooNew } from '#adapters/database/migrate.ts'
import { StoreRefuses } from '#adapters/files/store-refuses.ts'
import { withSources } from '#kit/server/logged-error.ts'
import { UnknownSecretKey } from '#kit/server/secret-key.ts'
import { BadSetting } from './env.ts'

const plain = [
  BadSetting,
  FolderInUse,
  StoreRefuses,
  DatabaseTooNew,
  CatalogueTooNew,
  CatalogueDamaged,
  UnknownSecretKey,
]

/** The error that prevented a start. One that the operator can fix is one line; any other is shown in full. */
export function startError(error: unknown): unknown {
  if (plain.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof DatabaseStopped)
    return `The disk of DATA_DIR cannot be written to (${error.code}). Make room, then start again.`
  const { code, port, syscall, address, hostname } = error as Record<string, string | undefined>
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop that one, or set PORT to another number.`
  if (code === 'EACCES' && port) return `Port ${port} may not be used by this user. Set PORT to a number above 1023.`
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return `HOST=${address ?? hostname}: is not an address of this machine (${code})`
  if (error instanceof Error && error.stack) error.stack = withSources(error.stack)
  return error
}
