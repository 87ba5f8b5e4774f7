import { openSync } from 'node:fs'
import { join } from 'node:path'

/** The longest address that the system takes for a socket has 107 bytes. */
const maxAddressLength = 100

/** Where the running program takes commands: in its own folder, so that only those who may write there can send any. */
export function socketIn(dataDir: string): string {
  const path = join(dataDir, 'commands.sock')
  // The same folder under a short name; kept open for as long as this process runs.
  return Buffer.byteLength(path) <= maxAddressLength ? path : `/proc/self/fd/${openSync(dataDir, 'r')}/commands.sock`
}
