import { isAscii, isUtf8 } from 'node:buffer'
import { asciiCode, indicator } from './iso2709-fields.ts'
import { MarcError } from './marc-error.ts'
import { type MrkBlock, mrkBlocks } from './mrk-blocks.ts'
import { fromMarc8, fromUtf8 } from './mrk-text.ts'
import type { MarcField, MarcRecord } from './record.ts'
import { counted } from './wording.ts'

export type MrkItem = { offset: number; record: MarcRecord; repairs: string[] } | { offset: number; error: MarcError }

/** A comment or a field is the first that is not blank. */
export const isMrk = (head: string): boolean =>
  /^(?:\xef\xbb\xbf)?(?:\s|#[^\r\n]*[\r\n])*=(?:LDR|[0-9A-Z]{3}) /.test(head)

/**
 * Records of a file in the mnemonic form of MarcEdit and MARCBreaker (.mrk), as it comes. Text is UTF-8 where the leader
 * says so or the bytes are; else it is MARC-8. Offsets are bytes of the file.
 */
export async function* readMrk(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<MrkItem> {
  for await (const block of mrkBlocks(chunks)) {
    try {
      yield { offset: block.offset, ...recordOf(block) }
    } catch (error) {
      if (!(error instanceof MarcError)) throw error
      yield { offset: block.offset, error }
    }
  }
}

function recordOf({ offset, fields, wrong }: MrkBlock): { record: MarcRecord; repairs: string[] } {
  if (wrong) throw new MarcError(wrong.code, wrong.sentence, wrong.offset - offset)
  const repairs: string[] = []
  const leader = fields.find(({ tag }) => tag === 'LDR' || tag === '000')
  const others = fields.filter((field) => field !== leader)
  if (others.length === 0) throw new MarcError('no_fields', 'The record has no fields.', 0)
  const given = leader?.body.replaceAll('\\', ' ') ?? ''
  if (given.length !== 24) repairs.push(`The leader had ${counted(given.length, 'character')} instead of 24.`)
  const read = reader(fields.map(({ body }) => body).join('\n'), given.charAt(9), repairs)
  const record = {
    leader: given
      .replace(/[^\x20-\x7e]/g, ' ')
      .slice(0, 24)
      .padEnd(24),
    fields: others.map((field) => fieldOf(field, read, repairs)),
  }
  return { record, repairs }
}

type Read = (bytes: string) => string

function reader(bytes: string, flag: string, repairs: string[]): Read {
  const buffer = Buffer.from(bytes, 'latin1')
  const isPlain = isAscii(buffer)
  if (flag === 'a') {
    if (!isUtf8(buffer)) repairs.push('Bytes that are not UTF-8 became U+FFFD.')
    return fromUtf8
  }
  if (isPlain || !isUtf8(buffer)) return (part) => fromMarc8(part, repairs)
  repairs.push('The leader does not say UTF-8; the text is UTF-8.')
  return fromUtf8
}

function fieldOf({ tag, body }: { tag: string; body: string }, read: Read, repairs: string[]): MarcField {
  // ESC $ enters EACC.
  const [head = '', ...parts] = body.split(/(?<!\x1b)\$/)
  if (/^00/.test(tag) || (parts.length === 0 && !/^\d{3}$/.test(tag)))
    return { tag, value: read(body.replaceAll('\\', ' ')) }
  const [ind1, ind2] = [0, 1].map((at) => indicator(head.charAt(at).replace('\\', ' '), tag, repairs))
  const subfields = parts.map((part) => {
    const [code = ''] = read(part)
    const value = read(part).slice(code.length)
    return { code: /^[\x20-\x7e]?$/.test(code) ? code : asciiCode(code, tag, repairs), value }
  })
  if (head.length > 2) {
    repairs.push(`Field ${tag} had text before its first subfield; it became $a.`)
    subfields.unshift({ code: 'a', value: read(head.slice(2)) })
  }
  return { tag, ind1: ind1!, ind2: ind2!, subfields }
}
