import { readFileSync } from 'node:fs'
import { measureEmbedded } from './search-embedded.ts'

/** Started by `measureInProcess`: questions on stdin, figures on stdout. */
const [dataDir, records] = process.argv.slice(2) as [string, string]
const figures = await measureEmbedded(dataDir, JSON.parse(readFileSync(0, 'utf8')), Number(records))
process.stdout.write(JSON.stringify(figures))
