import { openEmbeddedCatalogue } from '../embedded-catalogue.ts'
import { usualSizes } from '../index/tiers.ts'

/** Tests run this as a child process: it opens a catalogue and reports what it does to the index first. */
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
