import { createHash } from 'node:crypto'

/** With 256 random bits in it nobody guesses a key, so a quick hash is as safe as a slow one, and calls stay quick. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')
