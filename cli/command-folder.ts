import { openSync } from 'node:fs'
import { join } from 'node:path'

/** The system's limit for a socket address is 107 bytes. */
const maxAddressLength = 100

/** The running portal's command socket, in its data folder: only users who may write there can send commands. */
export function socketIn(dataDir: string): string {
  const path = join(dataDir, 'commands.sock')
  // The same folder under a short name; kept open as long as this process runs.
  return Buffer.byteLength(path) <= maxAddressLength ? path : `/proc/self/fd/${openSync(dataDir, 'r')}/commands.sock`
}
