import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { BaseSequencer, createVitest, type TestSpecification, type TestUserConfig } from 'vitest/node'
import { type MutantStep, noteStep, readSteps } from './mutant-journal.ts'

export type MutantOutcome = 'noticed' | 'survived' | 'not covered' | 'not tried'
export type TriedMutant = { outcome: MutantOutcome; line: number; column: number; change: string }

/**
 * Changes each expression of a file in turn and tells which changes a test notices. The file itself stays as it is:
 * Vitest loads a text that has every mutant behind a switch. `not tried` are mutants of what runs only while the
 * module loads, which would need a process for each.
 */
export async function tryMutants(given: {
  root: string
  /** Relative to the root. */
  file: string
  /** The first and the last line to change; all lines without it. */
  lines?: [from: number, to: number] | undefined
  /** For each environment, Vitest's settings and its test files. Only those that import the file are run. */
  projects: TestUserConfig[]
  globalSetup: string[]
  /** Added to five times a test’s usual time: the limit after which its mutant counts as caught. */
  graceMs: number
  progress?: (settled: number, count: number) => void
}): Promise<TriedMutant[]> {
  const path = join(given.root, given.file)
  const source = readFileSync(path, 'utf8')
  const { text, mutants } = await instrument(path, source, given.lines)
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  const journal = join(folder, 'journal')
  try {
    while (await runOnce());
    const outcomes = outcomesOf(readSteps(journal))
    return mutants.map(({ id, ...mutant }) => ({ ...mutant, outcome: outcomes(id) }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }

  /** True if a worker hung and was ended, so that its test file has to be run again for the other mutants. */
  async function runOnce(): Promise<boolean> {
    const shared = {
      runner: join(import.meta.dirname, 'mutant-runner.ts'),
      retry: 0,
      // It would keep the text with the mutants for the next ordinary run.
      fsModuleCache: false,
    }
    const plugins = [
      {
        name: 'mutants',
        enforce: 'pre' as const,
        load: (id: string) => (id.split('?')[0] === path ? text : undefined),
      },
    ]
    const projects = given.projects.map((project) => ({ plugins, test: { ...project, ...shared } }))
    const vitest = await createVitest(
      { root: given.root, config: false, watch: false, related: [path], passWithNoTests: true },
      {
        test: {
          ...shared,
          projects,
          globalSetup: given.globalSetup,
          reporters: [],
          dangerouslyIgnoreUnhandledErrors: true,
          sequence: { sequencer: ownTestFirst(given.file) },
        },
      },
    )
    vitest.provide('mutants', { ids: mutants.map(({ id }) => id), journal, graceMs: given.graceMs })
    const watch = setInterval(() => {
      const steps = readSteps(journal)
      given.progress?.(steps.filter(({ step }) => step === 'noticed' || step === 'survived').length, mutants.length)
      for (const hung of trying(steps).filter(({ at, limitMs }) => Date.now() > at + limitMs)) end(hung.pid)
    }, 250)
    try {
      const { testModules, unhandledErrors } = await vitest.start()
      const steps = readSteps(journal)
      const failed = steps.find((each) => each.step === 'failed')
      if (failed) throw new Error(`${failed.testFile}: ${failed.why}`)
      const broken = trying(steps)
      const ended = new Set([...broken, ...steps.filter(({ step }) => step === 'done')].map(({ testFile }) => testFile))
      const lost = testModules.find(({ relativeModuleId }) => !ended.has(relativeModuleId))
      if (lost) throw new Error(`${lost.relativeModuleId}: broken off`, { cause: unhandledErrors[0] })
      for (const { testFile, id } of broken) noteStep(journal, { step: 'noticed', testFile, id })
      return broken.length > 0
    } finally {
      clearInterval(watch)
      await vitest.close()
    }
  }
}

type Trying = Extract<MutantStep, { step: 'trying' }>

/** The last step of each worker, if it is a try without a result. */
function trying(steps: MutantStep[]): Trying[] {
  const last = new Map(steps.map((each) => [each.testFile, each]))
  return [...last.values()].filter((each) => each.step === 'trying')
}

function end(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

async function instrument(path: string, content: string, range?: [from: number, to: number]) {
  const logger = { debug() {}, info() {}, warn: console.warn, isDebugEnabled: () => false }
  const instrumenter = new Instrumenter(logger as never)
  const options = { plugins: null, ignorers: [], excludedMutations: [] as string[] }
  const mutate = !range || [
    { start: { line: range[0] - 1, column: 0 }, end: { line: range[1] - 1, column: Number.MAX_SAFE_INTEGER } },
  ]
  const { files, mutants } = await instrumenter.instrument([{ name: path, content, mutate }], options)
  const lines = content.split('\n')
  return {
    text: files[0]!.content,
    // A comment in the file can leave one out.
    mutants: mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ id, location: { start, end }, replacement }) => {
        const first = lines[start.line]!
        const original =
          start.line === end.line ? first.slice(start.column, end.column) : `${first.slice(start.column)} …`
        const change = `${original} → ${replacement.replace(/\s+/g, ' ')}`
        return { id, line: start.line + 1, column: start.column + 1, change }
      }),
  }
}

function outcomesOf(steps: MutantStep[]): (id: string) => MutantOutcome {
  const covered = new Set(steps.flatMap((each) => (each.step === 'covered' ? each.ids : [])))
  const onLoad = new Set(steps.flatMap((each) => (each.step === 'covered' ? each.onLoad : [])))
  const noticed = new Set(steps.flatMap((each) => (each.step === 'noticed' ? [each.id] : [])))
  return (id) => {
    if (noticed.has(id)) return 'noticed'
    if (covered.has(id)) return 'survived'
    return onLoad.has(id) ? 'not tried' : 'not covered'
  }
}

/** It notices most, so that the others have less to try. */
function ownTestFirst(file: string) {
  const own = basename(file).replace(/\.tsx?$/, '.test.')
  return class OwnTestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]) {
      const isOwn = ({ moduleId }: TestSpecification) => basename(moduleId).startsWith(own)
      const sorted = await super.sort(files)
      return [...sorted.filter(isOwn), ...sorted.filter((each) => !isOwn(each))]
    }
  }
}
