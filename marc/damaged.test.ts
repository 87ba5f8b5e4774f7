import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#kit/runs-testing.ts'
import { type Damage, damages, fault, fieldText, fieldTexts, type Pick, splice } from './damage-testing.ts'
import { decodeRecord, splitBuffer, splitRecords } from './iso2709/iso2709.ts'
import { MarcError } from './marc-error.ts'
import { outgoingUtf8 } from './outgoing/outgoing.ts'
import { dataFile, hasData } from './testing.ts'

/** Real records of all kinds that read without repair. */
const files = [
  'qacat_LC_BooksAll2014_100.mrc',
  'traject_test_data.utf8.mrc',
  'evergreen_jazz_1k.mrc',
  'pymarc_marc.dat',
  'traject_batch.dat',
]
const good: Buffer[] = hasData
  ? files
      .flatMap((file) => [...splitBuffer(dataFile(`bib/${file}`))].slice(0, 60))
      .map(({ bytes }) => Buffer.from(bytes))
      .filter(
        (bytes) => decodeRecord(bytes).repairs.length === 0 && fieldTexts(bytes).some((text) => text.startsWith('245')),
      )
  : []

type Outcome = { texts: string[]; repairs: string[]; bytes: Uint8Array } | { error: MarcError }

/** Reads a damaged record followed by a good one, which must come through in any case. */
function read(damaged: Buffer, next: Buffer): Outcome {
  const outcomes = [...splitBuffer(Buffer.concat([damaged, next]))].map(({ bytes, repairs = [] }): Outcome => {
    try {
      const found = decodeRecord(bytes)
      const out = outgoingUtf8({ document: { id: '1' }, marc: bytes, encoding: found.encoding })
      expect(fault(out.bytes)).toBe('')
      return { texts: found.record.fields.map(fieldText), repairs: [...repairs, ...found.repairs], bytes }
    } catch (error) {
      if (error instanceof MarcError) return { error }
      throw error
    }
  })
  expect(outcomes.at(-1)).toMatchObject({ texts: fieldTexts(next) })
  return outcomes[0]!
}

/** About one in a thousand truncated records has, together with the next, the length that its leader states. */
const endsAtNext = (damaged: Buffer, next: Buffer) =>
  damaged.length + next.length === Number(damaged.toString('latin1', 0, 5))

/** How many of the fields before came back, in their order. */
function kept(before: string[], after: string[]): number {
  const left = [...before]
  return after.filter((text) => {
    const at = left.indexOf(text)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  }).length
}

function check({ leaves, name }: Damage, before: string[], outcome: Outcome) {
  if ('error' in outcome) {
    expect(leaves, `${name}: ${outcome.error.message}`).toBe('mostly')
    expect(outcome.error.message).toMatch(/^\p{Lu}.*\.$/su)
    return
  }
  const { texts, repairs, bytes } = outcome
  if (fault(bytes) !== '') expect(repairs, name).not.toEqual([])
  if (texts.toSorted().join('\n') !== before.toSorted().join('\n')) expect(repairs, name).not.toEqual([])
  for (const repair of repairs) {
    expect(repair).toMatch(/^\S.*\.$/su)
    const unquoted = repair.replace(/“.*?”|ISO 5426|Windows-125\d/gs, '')
    expect(unquoted).not.toMatch(/\b1 (?:bytes|values|fields|characters|of 1)\b|^1 .* (?:are|were) |'|\d{4}/)
  }
  if (leaves === 'whole') expect(texts.toSorted(), name).toEqual(before.toSorted())
  const same = kept(before, texts)
  if (leaves === 'nearly') {
    expect(texts.map((text) => text.slice(0, 3))).toEqual(before.map((text) => text.slice(0, 3)))
    expect(same).toBeGreaterThanOrEqual(before.length - 1)
  }
  if (leaves === 'mostly') {
    expect(texts.length * 10, name).toBeGreaterThanOrEqual(before.length * 9)
    expect(
      texts.some((text) => text.startsWith('245')),
      name,
    ).toBe(true)
    // No field comes back under another tag, and no record without its number.
    expect(same, name).toBe(texts.length)
    const isNumber = (text: string) => text.startsWith('001')
    expect(texts.some(isNumber), name).toBe(before.some(isNumber))
  }
}

describe.skipIf(!hasData)('real records, damaged', () => {
  const index = fc.nat(good.length - 1)
  const pick = (numbers: number[]): Pick => {
    let at = 0
    return (limit) => numbers[at++ % numbers.length]! % limit
  }

  test.each(damages.map((damage) => [damage.name, damage] as const))('%s', (_, damage) => {
    const numbers = fc.array(fc.nat(), { minLength: 2, maxLength: 2 })
    fc.assert(
      fc.property(index, index, numbers, (at, next, seeds) => {
        const damaged = damage.apply(good[at]!, pick(seeds))
        if (damaged && !endsAtNext(damaged, good[next]!))
          check(damage, fieldTexts(good[at]!), read(damaged, good[next]!))
      }),
      { numRuns: runs(50, 200) },
    )
  })

  test('with any two damages, only a MarcError is thrown and the next record comes through', () => {
    const numbers = fc.array(fc.nat(), { minLength: 4, maxLength: 4 })
    const twice = fc.tuple(fc.constantFrom(...damages), fc.constantFrom(...damages))
    fc.assert(
      fc.property(index, index, twice, numbers, (at, next, both, seeds) => {
        let damaged: Buffer | undefined
        try {
          damaged = both[1].apply(both[0].apply(good[at]!, pick(seeds)) ?? good[at]!, pick(seeds.slice(2)))
        } catch {
          // The first damage may remove the bytes that the second needs.
        }
        if (damaged && !endsAtNext(damaged, good[next]!)) read(damaged, good[next]!)
      }),
      { numRuns: runs(75, 300) },
    )
  })

  test.each(['   ', ' 01', '24 '])('a tag “%s” among fields in another order reaches no download', (tag) => {
    const reordered = damages.find(({ name }) => name === 'fields in another order than the directory')!
    for (const bytes of good.slice(0, 40)) read(splice(reordered.apply(bytes, () => 0)!, 24, 3, tag), good[0]!)
  })

  test('the same records come out wherever the reads of a damaged file end', async () => {
    const damaged = damages.map(({ apply }, i) => apply(good[i * 3]!, (limit) => (i * 7919) % limit) ?? good[i * 3]!)
    const whole = Buffer.concat(damaged.flatMap((bytes, i) => [bytes, good[i * 3 + 1]!]))
    const expected = [...splitBuffer(whole)].map(({ offset, bytes }) => [offset, Buffer.from(bytes).toString('latin1')])
    for (const size of [1, 7, 100, 4096]) {
      const parts = Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
        whole.subarray(i * size, (i + 1) * size),
      )
      const found: unknown[] = []
      for await (const { offset, bytes } of splitRecords(parts))
        found.push([offset, Buffer.from(bytes).toString('latin1')])
      expect(found).toEqual(expected)
    }
  })
})
