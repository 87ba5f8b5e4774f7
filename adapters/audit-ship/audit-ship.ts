import type { AuditShipPort } from '#features/audit/server/audit-ship-port.ts'
import { openFile } from './file.ts'
import { openSyslog } from './syslog.ts'

/** `to`: the path of a file, or a syslog server, as in syslog+tls://log.example.org:6514 */
export const openAuditShip = (to: string): AuditShipPort =>
  /^syslog\+(tcp|tls):/.test(to) ? openSyslog(new URL(to)) : openFile(to)
