import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildPagesIfStale } from '../build/web-build.ts'
import { playwrightOutcome, tellOutcomes, vitestOutcome } from './outcome.ts'

/**
 * `npm test`: every runner, one after the other, and one line of totals. With TEST_UNIT_ALREADY_RUN=true it uses the
 * unit test report of `npm run validate` instead of running them again; with TEST_SCALE_ALREADY_RUN=true it adds those
 * of `npm run test:scale`, which a plain `npm test` leaves out.
 */
const folder = join(import.meta.dirname, '../../test-results')
const unitReport = join(folder, 'unit.json')
const browserReport = join(folder, 'browser.json')
const scaleReports = ['scale.json', 'scale-missing.json'].map((name) => join(folder, name))

mkdirSync(folder, { recursive: true })
await buildPagesIfStale()
rmSync(browserReport, { force: true })
let unitStatus: number | null = 0
if (process.env.TEST_UNIT_ALREADY_RUN !== 'true') {
  rmSync(unitReport, { force: true })
  unitStatus = run('vitest', ['run'])
}
run('playwright', ['test'])

const scale = process.env.TEST_SCALE_ALREADY_RUN === 'true' ? scaleReports.map((path) => vitestOutcome(path)) : []
process.exit(tellOutcomes([vitestOutcome(unitReport, unitStatus), ...scale, playwrightOutcome(browserReport)]))

function run(program: string, args: string[]): number | null {
  return spawnSync(join(import.meta.dirname, '../../node_modules/.bin', program), args, { stdio: 'inherit' }).status
}
