import { expect, test } from 'vitest'
import type { MarcField, MarcRecord } from '../record.ts'
import { outcomes } from '../testing.ts'
import { encodeRecord } from './iso2709.ts'

const note = (value: string): MarcField => ({ tag: '520', ind1: ' ', ind2: ' ', subfields: [{ code: 'a', value }] })
const made = (...fields: MarcField[]): MarcRecord => ({ leader: '00000nam a2200000 i 4500', fields })

/** Milliseconds; twice the size may take somewhat more than twice the time, not four times. */
const timed = (run: () => unknown) => {
  const start = performance.now()
  run()
  return performance.now() - start
}

test.each([
  [
    'subfields without content',
    (size: number) => ({ ...note(''), subfields: Array(size / 2).fill({ code: 'a', value: '' }) }),
  ],
  ['blanks', (size: number) => note(`a${' '.repeat(size)}b`)],
  ['escapes', (size: number) => note('\u001b$1'.repeat(size / 3))],
])('a long field of %s is read in linear time', (_, fieldOf) => {
  const bytesOf = (size: number) => {
    const bytes = encodeRecord(made(fieldOf(size) as MarcField)).bytes
    return Buffer.concat(Array.from({ length: Math.ceil(200_000 / size) }, () => bytes))
  }
  const [small, large] = [bytesOf(1000), bytesOf(8000)]
  outcomes(small)
  const shortest = (bytes: Buffer) => Math.min(...[1, 2, 3, 4, 5].map(() => timed(() => outcomes(bytes))))
  expect(shortest(large)).toBeLessThan(shortest(small) * 4 + 20)
})
