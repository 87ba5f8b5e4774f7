import { recordTerminator } from './iso2709-directory.ts'

export type RecordChunk = {
  /** Byte within the file. */
  offset: number
  bytes: Uint8Array
}

/** A record is at most 99,999 bytes by its leader; longer ones are met, but beyond this it is not a MARC file. */
const longestChunk = 2 * 1024 * 1024

export function createSplitter() {
  let kept: Uint8Array[] = []
  let keptLength = 0
  let offset = 0
  let tooLong = false

  function* finish(last: Uint8Array): Generator<RecordChunk> {
    const whole = kept.length === 0 ? last : Buffer.concat([...kept, last])
    const skipped = fillerLength(whole)
    const bytes = whole.subarray(skipped)
    if (!tooLong && bytes.length > 0) yield { offset: offset + skipped, bytes }
    offset += tooLong ? last.length : whole.length
    tooLong = false
    kept = []
    keptLength = 0
  }

  return {
    *push(chunk: Uint8Array): Generator<RecordChunk> {
      let start = 0
      while (start < chunk.length) {
        const at = chunk.indexOf(recordTerminator, start)
        if (at >= 0) {
          yield* finish(chunk.subarray(start, at + 1))
          start = at + 1
          continue
        }
        const rest = chunk.subarray(start)
        if (tooLong) offset += rest.length
        else {
          kept.push(rest)
          keptLength += rest.length
          if (keptLength > longestChunk) {
            yield* finish(new Uint8Array(0))
            tooLong = true
          }
        }
        return
      }
    },
    *end(): Generator<RecordChunk> {
      yield* finish(new Uint8Array(0))
    },
  }
}

function fillerLength(bytes: Uint8Array): number {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  while (at < bytes.length && isFiller(bytes[at]!)) at++
  return at
}

const isFiller = (byte: number) => byte === 0x20 || byte === 0 || byte === 0x0a || byte === 0x0d || byte === 0x1a
