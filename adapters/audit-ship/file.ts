import { open } from 'node:fs/promises'
import type { AuditShipPort } from '#features/audit/server/audit-ship-port.ts'

/** Opened for each piece: a file that was moved away, as logrotate does, is begun anew. */
export const openFile = (path: string): AuditShipPort => ({
  async send(lines) {
    const file = await open(path, 'a', 0o600)
    try {
      await file.appendFile(lines.map((line) => `${line}\n`).join(''))
      await file.sync()
    } finally {
      await file.close()
    }
  },
})
