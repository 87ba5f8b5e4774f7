import { recordOf } from '../suite/documents.ts'
import { openEmbeddedCatalogue } from './embedded-catalogue.ts'

/** Tests run this as a child process: it loads `count` records whose titles name the round, and reports progress. */
const [folder, count, round] = process.argv.slice(2) as [string, string, string]
const catalogue = await openEmbeddedCatalogue({ folder, preload: false, sizes: { ofLoad: 400 } })
process.stdout.write('loading\n')
await catalogue.write(
  Array.from({ length: Number(count) }, (_, i) =>
    recordOf({
      id: String(i + 1),
      title: `Title ${i}, round ${round}`,
      subjects: [`Subject ${(i + Number(round)) % 7}`],
    }),
  ),
)
process.stdout.write('loaded\n')
await catalogue.close()
