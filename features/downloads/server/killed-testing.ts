import { isbn13 } from './testing.ts'

/** The requests of the killed program: records, two with one number, and one that is catalogued later. */
export const numbers = Array.from({ length: 300 }, (_, n) => String(500_000 + n))
export const twins = isbn13(1)
export const later = isbn13(2)

/** A fixed clock: even on a busy machine, only a caller who left is emailed. */
export const begun = new Date('2026-11-21T10:00:00Z')
