/** PostgreSQL's advisory locks by number, shared by all processes; named ones use `hashtextextended`. */
export const databaseLocks = {
  /** The holder migrates the tables while the others wait. */
  migrating: 7_301_948,
  /** Serialises the numbering of customers. */
  customerNumbers: 7_301_949,
  /** One restore at a time. */
  restoring: 7_301_950,
  /** Every serving process holds it shared; a restore holds it exclusively. */
  serving: 7_301_951,
} as const
