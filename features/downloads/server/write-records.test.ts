import { expect, test } from 'vitest'
import { book } from './testing.ts'
import { writeRecords } from './write-records.ts'

const formats = ['MARC_21', 'MARC_21_MARC8', 'MARC_XML'] as const

test.each(formats)(
  '%s: memory stays flat, because no record is read before the piece before it is taken',
  async (format) => {
    const long = book({ id: '1', title: 'A very long title. '.repeat(400) })
    let read = 0
    const records = (async function* () {
      for (; read < 4000; read++) yield long
    })()
    const progress = { signal: new AbortController().signal, written: new Set<string>(), messages: [] }
    const sizes: number[] = []
    for await (const piece of writeRecords(records, format, progress)) {
      sizes.push(piece.length)
      const taken = sizes.reduce((sum, size) => sum + size, 0)
      // What has been read is in the pieces that were taken, but for the record in hand.
      expect((read - 1) * long.marc.length).toBeLessThanOrEqual(taken)
    }
    expect(read).toBe(4000)
    expect(Math.max(...sizes)).toBeLessThan(3 * 64 * 1024)
  },
)
