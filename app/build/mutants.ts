import { execFileSync } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { guardMutatedFiles } from './mutated-files.ts'
import { buildPagesIfStale } from './web-build.ts'

/**
 * `npm run test:mutants [-- FILE... [--tests=GLOB] [--only=GLOB]]`: changes each expression of a file in turn, runs the
 * tests of the file's folder that import it (and those of `--tests`; with `--only`, just those of that), and prints the
 * changes that no test noticed. Ends with each file's score: the share of changes that a test noticed, in percent.
 * Without files: the product files that differ from `main`. Fails if a file scores below 90. The file itself is changed
 * while it runs, and restored at the end: by the next run if this one is killed.
 */
const minScore = 90
const root = join(import.meta.dirname, '../..')
// First, because a file that is still changed would differ from `main`.
const guard = guardMutatedFiles(root)
for (const file of guard.restored) process.stdout.write(`Restored ${file}, which a run that was killed had changed.\n`)
const globsOf = (option: string) =>
  process.argv.slice(2).flatMap((each) => (each.startsWith(`--${option}=`) ? [each.slice(option.length + 3)] : []))
const files = process.argv.slice(2).filter((each) => !each.startsWith('--'))
const mutated = files.length > 0 ? files.map((path) => relative(root, resolve(path))) : changedFiles()

if (mutated.length === 0) process.stdout.write('No product file differs from main.\n')
const scores: { file: string; noticed: number; count: number }[] = []
// Now, because each test runner would build them again from the changed file.
await buildPagesIfStale()
// One at a time, because each has its own tests.
for (const file of mutated) scores.push({ file, ...(await tryMutants(file)) })
for (const { file, noticed, count } of scores)
  process.stdout.write(`${percent(noticed, count).padStart(7)} of ${String(count).padStart(4)}  ${file}\n`)
process.exitCode = scores.some(({ noticed, count }) => noticed * 100 < count * minScore) ? 1 : 0

function percent(noticed: number, count: number): string {
  return count === 0 ? '–' : `${((noticed * 100) / count).toFixed(1)} %`
}

function changedFiles(): string[] {
  const names = execFileSync('git', ['diff', '--name-only', '--diff-filter=d', 'main', '--', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  const isProduct = (name: string) =>
    name !== '' && !/[.-](test|testing|spec)\.tsx?$|^(e2e|bench|scale|app\/test)\/|^[^/]*$/.test(name)
  return names.split('\n').filter(isProduct)
}

async function tryMutants(file: string): Promise<{ noticed: number; count: number }> {
  const tests = testsOf(file)
  if (tests.length === 0) throw new Error(`${file}: there are no tests in its folder. Name some with --tests=GLOB.`)
  guard.keepOriginal(file)
  writeFileSync(guard.configFile, configOf(tests))
  const results = await new Stryker({
    mutate: [file],
    inPlace: true,
    tempDirName: guard.backups,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: guard.configFile },
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    // Otherwise every file of the project gets a comment while it runs.
    disableTypeChecks: false,
    concurrency: 2,
    timeoutMS: 20_000,
    reporters: ['clear-text', 'progress'],
    clearTextReporter: { logTests: false, reportScoreTable: false, allowColor: false },
  }).runMutationTest()
  const having = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status)).length
  const noticed = having('Killed', 'Timeout')
  return { noticed, count: noticed + having('Survived', 'NoCoverage') }
}

/** Of a file in `server/` or `web/`: the tests of the whole topic. */
function testsOf(file: string): string[] {
  const folder = dirname(file).replace(/\/(server|web)$/, '')
  const only = globsOf('only')
  const globs = only.length > 0 ? only : [`${folder}/**/*.test.{ts,tsx}`, ...globsOf('tests')]
  return globSync(globs, { cwd: root }).filter((name) => !name.endsWith('-at-scale.test.ts'))
}

function configOf(tests: string[]): string {
  const namesOf = (end: string) => JSON.stringify(tests.filter((name) => name.endsWith(end)))
  return `import base from './vitest.config.ts'

const include = { node: ${namesOf('.ts')}, web: ${namesOf('.tsx')} }
const projects = base.test.projects
  .map(({ test }) => ({ test: { ...test, include: include[test.name], retry: 0 } }))
  .filter(({ test }) => test.include.length > 0)
const globalSetup = base.test.globalSetup.filter((path) => path !== 'app/test/pages.ts')
export default { test: { ...base.test, globalSetup, reporters: [], projects } }
`
}
