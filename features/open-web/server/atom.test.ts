import { expect, test } from 'vitest'
import { atomFeed } from './atom.ts'
import { elementsIn, everyDocument } from './testing.ts'

test('of every record an entry can be read', async () => {
  for (const document of await everyDocument()) {
    const head = { title: 'All', subtitle: '', self: 'https://x.example/a', page: 'https://x.example/', updatedAt: 0 }
    const xml = atomFeed(head, [{ document, changedAt: 1 }], { publicUrl: 'https://x.example', providerName: 'SCIS' })
    const texts = elementsIn(xml).flatMap(({ name, text }) => (name === 'title' ? [text] : []))
    expect(texts).toHaveLength(2)
    expect(texts[1]!.trim()).not.toBe('')
  }
})
