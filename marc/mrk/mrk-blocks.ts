import type { MarcErrorCode } from '../marc-error.ts'

/** The lines of one record; texts are bytes, one character each. */
export type MrkBlock = {
  /** Byte offset in the file. */
  offset: number
  fields: { tag: string; body: string }[]
  /** The first line that is no field, or another reason why it cannot be read. */
  wrong: { code: MarcErrorCode; sentence: string; offset: number } | undefined
}

/** More than any record has, so that a file without blank lines is not held as a whole. */
const maxBlockBytes = 2 * 1024 * 1024

/** A record ends at a blank line or before the next leader. Lines that do not start a field continue the one before. */
export async function* mrkBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<MrkBlock> {
  let block: MrkBlock | undefined
  let length = 0
  for await (const { offset, line } of linesOf(chunks)) {
    if (line.startsWith('#')) continue
    const isBlank = line.trim() === ''
    const tag = line.startsWith('=') ? line.slice(1, 4) : ''
    if (block && (isBlank || (isLeader(tag) && block.fields.length > 0))) {
      yield block
      block = undefined
    }
    if (isBlank) continue
    if (!block) {
      block = { offset, fields: [], wrong: undefined }
      length = 0
    }
    length += line.length
    if (length > maxBlockBytes) {
      block.wrong ??= { code: 'record_too_long', sentence: 'The record is longer than 2 MiB.', offset }
      block.fields = block.fields.slice(0, 1)
    } else addLine(block, line, offset)
  }
  if (block) yield block
}

const isLeader = (tag: string) => tag === 'LDR' || tag === '000'

function addLine(block: MrkBlock, line: string, offset: number) {
  const last = block.fields.at(-1)
  if (!line.startsWith('=') && last) {
    last.body += line
    return
  }
  // Two blanks, or one if the tag contains none.
  const [, tag, body] = /^=([\x20-\x7e]{3}(?= {2})|[\x21-\x7e]{3}(?= )) {1,2}(.*)$/s.exec(line) ?? []
  if (tag !== undefined && body !== undefined) block.fields.push({ tag, body })
  else {
    const start = line.slice(0, 20).replace(/[^\x20-\x7e]/g, '?')
    block.wrong ??= { code: 'not_a_field', sentence: `A line is not a field: “${start}”.`, offset }
  }
}

/** Lines without their ends: CR, LF or both. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<{ offset: number; line: string }> {
  let rest = ''
  let offset = 0
  let isFirst = true
  for await (const chunk of chunks) {
    rest += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    if (isFirst && rest.length < 3) continue
    if (isFirst && rest.startsWith('\xef\xbb\xbf')) {
      rest = rest.slice(3)
      offset = 3
    }
    isFirst = false
    let start = 0
    // A CR at the end may be the first half of CR LF.
    for (const { 0: end, index } of rest.matchAll(/\r\n|\n|\r(?!$)/g)) {
      yield { offset: offset + start, line: rest.slice(start, index) }
      start = index + end.length
    }
    rest = rest.slice(start)
    offset += start
    const tooMuch = rest.length - maxBlockBytes - 1
    if (tooMuch <= 0) continue
    rest = rest.slice(tooMuch)
    offset += tooMuch
  }
  if (rest !== '') yield { offset, line: rest.replace(/\r$/, '') }
}
