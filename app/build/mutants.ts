import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { TestUserConfig } from 'vitest/node'
import vitestConfig from '../../vitest.config.ts'
import { type MutantOutcome, tryMutants } from './try-mutants.ts'
import { buildPagesIfStale } from './web-build.ts'

/**
 * `npm run test:mutants [-- FILE[:FROM-TO]... [--tests=GLOB] [--only=GLOB]]`: changes each expression of a file, or of
 * these lines of it, in turn, runs the tests of the file's folder that import it (and those of `--tests`; with `--only`,
 * just those of that), and prints the changes that no test noticed. Ends with each file's score: the share of changes
 * that a test noticed, in percent. Without files: the product files that differ from `main`. Fails if a file scores
 * below 90.
 */
const minScore = 90
const root = join(import.meta.dirname, '../..')
const globsOf = (option: string) =>
  process.argv.slice(2).flatMap((each) => (each.startsWith(`--${option}=`) ? [each.slice(option.length + 3)] : []))
const files = process.argv.slice(2).filter((each) => !each.startsWith('--'))
const mutated = files.length > 0 ? files.map((path) => relative(root, resolve(path))) : changedFiles()

if (mutated.length === 0) process.stdout.write('No product file differs from main.\n')
const scores: { file: string; noticed: number; count: number }[] = []
// Server tests serve the real pages.
await buildPagesIfStale()
// One at a time, because each has its own tests.
for (const file of mutated) scores.push({ file, ...(await scoreOf(file)) })
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

async function scoreOf(given: string): Promise<{ noticed: number; count: number }> {
  const [, file = '', from, to = from] = /^(.*?)(?::(\d+)(?:-(\d+))?)?$/.exec(given)!
  const tests = testsOf(file)
  if (tests.length === 0) throw new Error(`${file}: there are no tests in its folder. Name some with --tests=GLOB.`)
  const shared = vitestConfig.test!.projects!.map((each) => (each as { test: TestUserConfig }).test)
  const projects = shared
    .filter(({ isolate }) => !isolate)
    .map((project) => {
      const end = project.environment === 'node' ? '.ts' : '.tsx'
      // A test that polls waits long for something that a mutant prevents.
      const include = tests.filter((name) => name.endsWith(end))
      return { ...project, include, exclude: [], isolate: true, expect: { poll: { timeout: 3000 } } }
    })
  const mutants = await tryMutants({
    root,
    file,
    lines: from ? [Number(from), Number(to)] : undefined,
    projects: projects.filter(({ include }) => include.length > 0),
    // `marc` is pure.
    globalSetup: file.startsWith('marc/') ? [] : ['app/test/database.ts'],
    graceMs: 10_000,
    ...(process.stdout.isTTY && { progress }),
  })
  for (const { outcome, line, column, change } of mutants)
    if (outcome === 'survived' || outcome === 'not covered')
      process.stdout.write(`${file}:${line}:${column} ${outcome}: ${change}\n`)
  const having = (...outcomes: MutantOutcome[]) => mutants.filter(({ outcome }) => outcomes.includes(outcome)).length
  return { noticed: having('noticed'), count: having('noticed', 'survived', 'not covered') }
}

function progress(settled: number, count: number) {
  process.stdout.write(settled < count ? `\r${settled} of ${count} ` : '\r')
}

/** Of a file in `server/` or `web/`: the tests of the whole topic. */
function testsOf(file: string): string[] {
  const folder = dirname(file).replace(/\/(server|web)$/, '')
  const only = globsOf('only')
  const globs = only.length > 0 ? only : [`${folder}/**/*.test.{ts,tsx}`, ...globsOf('tests')]
  return globSync(globs, { cwd: root }).filter((name) => !name.endsWith('-at-scale.test.ts'))
}
