/** A separate destination for copies of the audit log, out of reach for anyone who can change the database. */
export interface AuditShipPort {
  /** Each line is one entry as JSON. Throws unless all are stored; retries may duplicate them. */
  send(lines: readonly string[]): Promise<void>
}
