/** A place of its own for copies of the audit log, where who can change the database cannot change them. */
export interface AuditShipPort {
  /** Each line is one entry as JSON. Throws unless all of them are there; those sent again are then there twice. */
  send(lines: readonly string[]): Promise<void>
}
