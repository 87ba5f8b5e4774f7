import { isbn13 } from './testing.ts'

/** What the program that is killed asks for: records, two of one number, and one that is catalogued later. */
export const numbers = Array.from({ length: 300 }, (_, n) => String(500_000 + n))
export const twins = isbn13(1)
export const later = isbn13(2)

/** Its time stands still: on a busy machine too, only who went away is mailed. */
export const begun = new Date('2026-11-21T10:00:00Z')
