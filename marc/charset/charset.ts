import { isUtf8 } from 'node:buffer'

/** `unsure`: not UTF-8 despite the leader, or UTF-8 with escapes of MARC-8. */
export type Charset = { encoding: 'utf-8' | 'marc-8' | 'unsure'; repair?: string }

const escapeByte = 0x1b
/** Of MARC-8. */
export const hasEscape = /\x1b[$(),gbps-]/

/**
 * The leader's flag (09: `a` for UTF-8, blank for MARC-8) is sometimes wrong, so the bytes decide: valid UTF-8 beyond
 * ASCII is UTF-8.
 */
export function charsetOf(bytes: Buffer, plainAscii: boolean, utf8Flag: boolean): Charset {
  if (plainAscii) {
    if (!utf8Flag) return { encoding: 'marc-8' }
    if (!bytes.includes(escapeByte) || !hasEscape.test(bytes.toString('latin1'))) return { encoding: 'utf-8' }
    return { encoding: 'marc-8', repair: 'The leader says UTF-8; the escapes are MARC-8.' }
  }
  if (isUtf8(bytes)) {
    if (bytes.includes(escapeByte) && hasEscape.test(bytes.toString('latin1'))) return { encoding: 'unsure' }
    if (utf8Flag) return { encoding: 'utf-8' }
    return { encoding: 'utf-8', repair: 'The leader does not say UTF-8; the text is UTF-8.' }
  }
  return { encoding: utf8Flag ? 'unsure' : 'marc-8' }
}
