import { openOpenSearchCatalogue } from './opensearch-catalogue.ts'
import { roundOf } from './testing.ts'

/** Tests run this as a child process: it loads `count` records of a round, or rebuilds, and reports progress. */
const [url, prefix, count, round] = process.argv.slice(2) as [string, string, string, string]
const catalogue = await openOpenSearchCatalogue({ urls: url.split(','), prefix })
process.stdout.write('begun\n')
if (round === 'rebuild') await catalogue.rebuild()
else await catalogue.write(roundOf(Number(round), Number(count)))
process.stdout.write('done\n')
await catalogue.close()
