import { number, recordTerminator } from './iso2709-directory.ts'
import { createJoiner, fillerLength, type RecordChunk } from './iso2709-joints.ts'

/** A record is at most 99,999 bytes by its leader; longer ones are met, but beyond this it is not a MARC file. */
const longestChunk = 2 * 1024 * 1024

export function createSplitter() {
  let kept: Uint8Array[] = []
  let keptLength = 0
  let offset = 0
  let tooLong = false
  const joiner = createJoiner()

  function* finish(last: Uint8Array): Generator<RecordChunk> {
    const whole = kept.length === 0 ? last : Buffer.concat([...kept, last])
    if (!tooLong) {
      const skipped = fillerLength(whole)
      const bytes = skipped === 0 ? whole : whole.subarray(skipped)
      // Nearly every record is as long as its leader says.
      if (number(bytes, 0, 5) === bytes.length && !joiner.isHolding()) yield { offset: offset + skipped, bytes }
      else yield* joiner.push({ offset, bytes: whole })
    }
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
      yield* joiner.end()
    },
  }
}
