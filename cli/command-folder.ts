import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

/** The system's limit for a socket address is 107 bytes. */
const maxAddressLength = 100

/** The running portal's command socket, in its data folder: only users who may write there can send commands. */
export function socketIn(dataDir: string): { path: string; release(): void } {
  const path = join(dataDir, 'commands.sock')
  if (Buffer.byteLength(path) <= maxAddressLength) return { path, release: () => {} }
  // The same folder under a short name, until it is released.
  const folder = openSync(dataDir, 'r')
  return { path: `/proc/self/fd/${folder}/commands.sock`, release: () => closeSync(folder) }
}
