import { expect, test } from 'vitest'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'

export function describeSpelling(it: () => CataloguePort) {
  const meant: [string, string, string][] = [
    ['two letters swapped', 'hugnry', 'hungry'],
    ['a letter left out', 'catrpillar', 'caterpillar'],
    ['two letters wrong', 'caturpiller', 'caterpillar'],
    ['the first letter wrong', 'bombat', 'wombat'],
    ['the end missing', 'caterp', 'caterpillar'],
    ['a space left out', 'hungrycaterpillar', 'hungry caterpillar'],
  ]
  test.each(meant)('with %s the catalogue suggests the intended word', async (_, typed, spelling) => {
    expect((await it().spellings([typed])).get(typed)?.[0]).toBe(spelling)
  })

  test('a known word, a number, and a word like no other get no suggestion', async () => {
    expect(await it().spellings(['magic', 'the', '1984', '9780399226908', 'zzzzqqqq', 'ab', ''])).toEqual(new Map())
  })

  test('in context a known word has its near words too', async () => {
    const found = await it().spellings(['magic'], { inContext: true })
    expect(found.get('magic') ?? []).not.toContain('magic')
    expect((await it().spellings(['mgic'], { inContext: true })).get('mgic')?.[0]).toBe('magic')
  })

  test('several words are answered at once, each with at most five spellings', async () => {
    const found = await it().spellings(['mgic', 'magic', 'drgons'])
    expect([...found.keys()].sort()).toEqual(['drgons', 'mgic'])
    for (const spellings of found.values()) expect(spellings.length).toBeLessThanOrEqual(5)
  })
}
