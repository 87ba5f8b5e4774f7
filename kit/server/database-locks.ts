/** PostgreSQL's advisory locks by number, the same for all processes; those that have a name are of `hashtextextended`. */
export const databaseLocks = {
  /** Who holds it brings the tables up to date, the others wait. */
  migrating: 7_301_948,
  /** Customer numbers are given one after the other. */
  customerNumbers: 7_301_949,
  /** One restore at a time. */
  restoring: 7_301_950,
  /** Every process that serves holds it with others; a restore holds it alone. */
  serving: 7_301_951,
} as const
