import { isUtf8 } from 'node:buffer'
import { marc8ToUnicode } from './marc8.ts'

export type Charset = { encoding: 'utf-8' | 'marc-8'; repair?: string }

const escapeByte = 0x1b
const flagged = 0x61

/**
 * The leader's flag (09: `a` for UTF-8, blank for MARC-8) lies sometimes, so the bytes have the last word:
 * valid UTF-8 beyond ASCII is UTF-8, and what is flagged UTF-8 without holding any of it is MARC-8 if it reads as such.
 */
export function charsetOf(bytes: Buffer, plainAscii: boolean): Charset {
  const utf8Flag = bytes[9] === flagged
  if (plainAscii) {
    if (!utf8Flag) return { encoding: 'marc-8' }
    if (!bytes.includes(escapeByte) || !/\x1b[$(),gbps-]/.test(bytes.toString('latin1'))) return { encoding: 'utf-8' }
    return { encoding: 'marc-8', repair: 'The leader says UTF-8; the escapes are MARC-8.' }
  }
  if (isUtf8(bytes)) {
    if (utf8Flag) return { encoding: 'utf-8' }
    return { encoding: 'utf-8', repair: 'The leader does not say UTF-8; the text is UTF-8.' }
  }
  if (!utf8Flag) return { encoding: 'marc-8' }
  if (!hasUtf8Sequence(bytes) && readsAsMarc8(bytes))
    return { encoding: 'marc-8', repair: 'The leader says UTF-8; the text is MARC-8.' }
  return { encoding: 'utf-8', repair: 'Bytes that are not UTF-8 became U+FFFD.' }
}

/** One valid sequence of two or more bytes is enough. */
const hasUtf8Sequence = (bytes: Buffer) => /[^\x00-\x7f\ufffd]/.test(bytes.toString('utf8'))

function readsAsMarc8(bytes: Buffer): boolean {
  const values = bytes.toString('latin1', 24).split(/[\x1d-\x1f]/)
  return values.every((value) => /^[\x00-\x7f]*$/.test(value) || marc8ToUnicode(value).unknown === 0)
}
