import { inject, type RunnerTask, type RunnerTestFile, type RunnerTestSuite, TestRunner, vi } from 'vitest'
import { startTests } from 'vitest/internal/browser'
import { noteStep, readSteps } from './mutant-journal.ts'

declare module 'vitest' {
  interface ProvidedContext {
    mutants: { ids: string[]; journal: string; graceMs: number }
  }
}

type Hits = Record<string, number>

/** The switches that @stryker-mutator/instrumenter writes into the file under test. */
type Switches = {
  activeMutant?: string | undefined
  /** Where the mutants that run are counted: under a test, or as static if this is undefined. */
  currentTestId?: string | undefined
  /** A mutant that runs far more often than its original loops forever: it throws above the limit. */
  hitCount?: number | undefined
  hitLimit?: number | undefined
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> }
}
const global = globalThis as { __stryker__?: Switches }
global.__stryker__ ??= {}
const switches = global.__stryker__

/** Stands for a test's id: what runs in a hook of a whole suite, or while tests are collected, is for every test. */
const everyTest = 'every test'

/**
 * Runs a test file as usual, then once more for each mutant, with the mutant switched on and only the tests that run
 * it. All in one process that has loaded the program once, so that a try takes as long as its tests.
 */
export default class MutantRunner extends TestRunner {
  private readonly settings = inject('mutants')
  /** For each test and hook of a try; without mutants they have their usual time. */
  private limitMs: number | undefined
  private readonly standAlone = new Map<string, boolean>()

  onBeforeRunFiles() {
    switches.currentTestId = 'first run'
  }

  override async onAfterRunFiles(files: RunnerTestFile[]) {
    super.onAfterRunFiles(files)
    for (const file of files) await this.tryMutants(file)
  }

  private async tryMutants(file: RunnerTestFile) {
    const { ids, journal } = this.settings
    const testFile = file.name
    const failed = (why: string) => noteStep(journal, { step: 'failed', testFile, why })
    if (file.result?.state === 'fail') return failed(firstError(file))
    const onLoad = Object.keys(switches.mutantCoverage?.static ?? {})

    // The first run has loaded modules and filled caches; a later one shows which mutants each test runs.
    if (switches.mutantCoverage) switches.mutantCoverage.perTest = {}
    const start = performance.now()
    const plain = await this.runTests(file, {})
    if (plain.error !== undefined) return failed(`does not pass a second time in one process: ${plain.error}`)
    const fileMs = performance.now() - start
    const limitMs = this.settings.graceMs + 5 * plain.slowestMs
    this.limitMs = limitMs

    const tests = new Map<string, Set<string>>()
    const hits: Hits = {}
    for (const [test, counts] of Object.entries(switches.mutantCoverage?.perTest ?? {}))
      for (const [id, count] of Object.entries(counts)) {
        tests.set(id, (tests.get(id) ?? new Set()).add(test))
        hits[id] = (hits[id] ?? 0) + count
      }
    noteStep(journal, { step: 'covered', testFile, ids: [...tests.keys()], onLoad })

    for (const id of ids.filter((each) => tests.has(each))) {
      if (this.isSettled(id, testFile)) continue
      const most = { at: Date.now(), limitMs: 3 * fileMs + 2 * limitMs }
      noteStep(journal, { step: 'trying', testFile, id, pid: process.pid, ...most })
      const noticed = await this.isNoticed(file, id, tests.get(id)!, hits[id]!)
      noteStep(journal, { step: noticed ? 'noticed' : 'survived', testFile, id })
    }
    // State that a mutant leaves behind may fail the tests that follow it.
    this.limitMs = undefined
    const after = await this.runTests(file, {})
    if (after.error !== undefined) return failed(`no longer passes after the mutants: ${after.error}`)
    noteStep(journal, { step: 'done', testFile })
  }

  private isSettled(id: string, testFile: string) {
    return readSteps(this.settings.journal).some(
      (each) => 'id' in each && each.id === id && (each.step === 'noticed' || each.testFile === testFile),
    )
  }

  private async isNoticed(file: RunnerTestFile, id: string, tests: Set<string>, hits: number) {
    const only = tests.has(everyTest) ? undefined : tests
    const mutant = { id, hitLimit: 100 * hits + 1000 }
    const run = await this.runTests(file, { mutant, only })
    if (run.error === undefined) return false
    if (!only || (await this.passAlone(file, run.ran))) return true
    // They need the tests before them.
    return (await this.runTests(file, { mutant })).error !== undefined
  }

  private async passAlone(file: RunnerTestFile, ran: string[]) {
    const key = ran.join()
    const known = this.standAlone.get(key)
    if (known !== undefined) return known
    const passes = (await this.runTests(file, { only: new Set(ran) })).error === undefined
    this.standAlone.set(key, passes)
    return passes
  }

  private async runTests(file: RunnerTestFile, options: Try) {
    const runner = new TryRunner(this, options, this.limitMs)
    switches.activeMutant = options.mutant?.id
    switches.hitLimit = options.mutant?.hitLimit
    switches.hitCount = options.mutant && 0
    switches.currentTestId = everyTest
    try {
      const [again] = await startTests([file.filepath], runner)
      const error = again!.result?.state === 'fail' ? firstError(again!) : undefined
      return { error, ran: runner.ran, slowestMs: runner.slowestMs }
    } finally {
      switches.activeMutant = undefined
      switches.hitCount = undefined
      // A failed test may not get to this.
      vi.restoreAllMocks()
      vi.unstubAllGlobals()
      vi.unstubAllEnvs()
      vi.useRealTimers()
    }
  }
}

type Try = { mutant?: { id: string; hitLimit: number }; only?: Set<string> | undefined }

/** Runs the chosen tests up to the first that fails. Reports nothing: Vitest knows the first run only. */
class TryRunner extends TestRunner {
  readonly ran: string[] = []
  slowestMs = 0
  private hasFailed = false
  private readonly only: Set<string> | undefined

  constructor(outer: TestRunner, { only }: Try, limitMs: number | undefined) {
    super({ ...outer.config, retry: 0, ...(limitMs && { testTimeout: limitMs, hookTimeout: limitMs }) })
    // Vitest gives both to its own runner only.
    const { moduleRunner, _otel } = outer as unknown as { moduleRunner: unknown; _otel: unknown }
    Object.assign(this, { moduleRunner, _otel })
    this.only = only
  }

  onCollected(files: RunnerTestFile[]) {
    if (this.only) for (const file of files) this.skipOthers(file)
  }

  private skipOthers(suite: RunnerTestSuite) {
    for (const task of suite.tasks)
      if (task.type === 'suite') this.skipOthers(task)
      else if (!this.only!.has(task.id)) task.mode = 'skip'
    if (suite.tasks.every(({ mode }) => mode === 'skip')) suite.mode = 'skip'
  }

  override async onBeforeRunTask(test: RunnerTask) {
    if (this.hasFailed) test.mode = 'skip'
    await super.onBeforeRunTask(test)
    if (test.mode !== 'run' && test.mode !== 'queued') return
    this.ran.push(test.id)
    switches.currentTestId = test.id
  }

  override onAfterRunTask(test: RunnerTask) {
    super.onAfterRunTask(test)
    switches.currentTestId = everyTest
    this.hasFailed ||= test.result?.state === 'fail'
    this.slowestMs = Math.max(this.slowestMs, test.result?.duration ?? 0)
  }
}

function firstError(task: RunnerTask): string {
  const own = task.result?.errors?.[0]?.message
  if (own !== undefined || !('tasks' in task)) return `${task.name}: ${own ?? 'failed'}`
  const failed = task.tasks.find(({ result }) => result?.state === 'fail')
  return failed ? firstError(failed) : `${task.name}: failed`
}
