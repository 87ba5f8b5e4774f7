import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingPorts, missingServices } from '../../scale/services/missing.ts'
import { buildPagesIfStale } from '../build/web-build.ts'
import {
  checkOutcome,
  filesEndedByNode,
  type Outcome,
  playwrightOutcome,
  printOutcomes,
  vitestOutcome,
} from './outcome.ts'

/*
 * `npm test`: the unit tests and the main journeys, one line of totals. `npm test -- features/shop` runs the unit tests
 * below that folder; `npm test -- --landing` is what `.ci/run` calls, `npm run test:all` everything there is.
 */
const root = join(import.meta.dirname, '../..')
const results = join(root, 'test-results')
const startedAt = Number(process.env.CI_STARTED_AT ?? Date.now() / 1000)

/** Runs a part, and tells its outcome. */
type Part = () => Outcome

const program = (path: string) => [process.execPath, join(root, 'node_modules', path)] as const
const [tsc, biome] = ['typescript/bin/tsc', '@biomejs/biome/bin/biome']

function run([command, ...args]: readonly string[], env: Record<string, string> = {}): number | null {
  return spawnSync(command!, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status
}

const check =
  (...command: readonly string[]): Part =>
  () =>
    checkOutcome(run(command))

const vitest =
  (name: string, ...args: string[]): Part =>
  () => {
    const first = runVitest(name, args)
    const files = filesEndedByNode(first.errors)
    if (files.length === 0) return vitestOutcome(first.report, first.status)
    console.log(`\nNode ended the process of these files, which run again: ${files.join(', ')}`)
    const again = runVitest(`${name}-again`, [...args, ...files])
    const outcomes = [vitestOutcome(first.report, first.status, files), vitestOutcome(again.report, again.status)]
    return {
      passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
      skipped: outcomes.reduce((sum, { skipped }) => sum + skipped, 0),
      failures: outcomes.flatMap(({ failures }) => failures),
      files: outcomes.flatMap((outcome) => outcome.files ?? []),
    }
  }

function runVitest(name: string, args: string[]) {
  const report = join(results, `${name}.json`)
  rmSync(report, { force: true })
  const [node, script] = program('vitest/vitest.mjs')
  const { status, stderr } = spawnSync(node, [script, 'run', ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, TEST_REPORT: report },
  })
  process.stderr.write(stderr)
  return { report, status, errors: stderr }
}

const journeys: Part = () => {
  const report = join(results, 'browser.json')
  rmSync(report, { force: true })
  const status = run([...program('@playwright/test/cli.js'), 'test'])
  return playwrightOutcome(report, status)
}

/** A server that this machine cannot start is a failure, since its tests are left out. */
const services = (missing: () => string[]): Outcome => ({ passed: 0, skipped: 0, failures: missing() })

/** Changes that a bare machine could stumble over: the last bare machine that started the portal had these files. */
const isKnownToStart = () => run([join(root, '.ci/newcomer'), '--is-known']) === 0

const checks = {
  types: check(...program(tsc), '--noEmit', '--checkers', '2'),
  lint: check(...program(biome), 'check', '--error-on-warnings', '.'),
}
const main = { unit: vitest('unit'), journeys }
const newcomer = check(join(root, '.ci/newcomer'))
const [, , mode, ...rest] = process.argv
const scale = ['--config', 'scale/vitest.config.ts']

function partsOf(): Record<string, Part> {
  if (mode === '--landing')
    return {
      ...checks,
      ...main,
      services: () => services(missingPorts),
      ports: vitest('ports', ...scale, '--project', 'ports'),
      ...(isKnownToStart() ? {} : { newcomer }),
    }
  if (mode === '--all')
    return { ...checks, ...main, services: () => services(missingServices), scale: vitest('scale', ...scale), newcomer }
  return mode ? { unit: vitest('unit', mode, ...rest) } : main
}

if (mode === '--all') {
  process.env.TEST_ALL = 'true'
  process.env.SEED ??= String(Date.now() % 0x7fffffff)
  console.log(`Properties: SEED=${process.env.SEED}`)
}
mkdirSync(results, { recursive: true })
await buildPagesIfStale()
const outcomes: Record<string, Outcome & { seconds: number }> = {}
for (const [name, part] of Object.entries(partsOf())) {
  const since = performance.now()
  outcomes[name] = { ...part(), seconds: Math.round((performance.now() - since) / 1000) }
}
const seconds = Math.round(Date.now() / 1000 - startedAt)
const totals = printOutcomes(outcomes)
const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root }).stdout?.toString().trim()
writeFileSync(join(results, 'ci.json'), `${JSON.stringify({ commit, seconds, ...totals }, null, 2)}\n`)
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0)
