import { openEmbeddedCatalogue } from '../embedded-catalogue.ts'
import { usualSizes } from '../index/tiers.ts'

/** Started by tests as a process of its own: opens a catalogue, and says what it does to its index before. */
const say = (line: string) => process.stdout.write(`${line}\n`)
const catalogue = await openEmbeddedCatalogue({
  folder: process.argv[2]!,
  workers: 1,
  sizes: { ...usualSizes, ofLoad: 50 },
  watch: {
    begins: () => say('begins'),
    waits: () => say('waits'),
    at: (records) => say(`at ${records}`),
    ends: () => say('ends'),
  },
})
say(`open ${(await catalogue.stats()).records}`)
await catalogue.close()
