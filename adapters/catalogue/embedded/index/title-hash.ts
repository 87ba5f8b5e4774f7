import { hashText } from './string-table.ts'

/** The hash of a title's words; its last bit is 0 for a title proper, 1 for another title. */
export const titleHash = (words: string, kind: 'proper' | 'other'): number =>
  ((hashText(words) & ~1) | (kind === 'other' ? 1 : 0)) >>> 0
