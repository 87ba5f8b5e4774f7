import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TriedMutant } from './try-mutants.ts'

const repository = join(import.meta.dirname, '../..')
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'try-mutants-'))
  mkdirSync(join(root, 'shop'))
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** In a process of its own, because one Vitest cannot start another. */
async function tryMutantsOf(source: string, tests: string): Promise<{ mutants: TriedMutant[]; errors: string }> {
  const file = join(root, 'shop/price.ts')
  writeFileSync(file, source)
  writeFileSync(join(root, 'shop/price.test.ts'), tests)
  const program = `
    import { tryMutants } from ${JSON.stringify(join(import.meta.dirname, 'try-mutants.ts'))}
    const projects = [{ name: 'node', environment: 'node', include: ['shop/*.test.ts'] }]
    const given = { root: ${JSON.stringify(root)}, file: 'shop/price.ts', projects, globalSetup: [], graceMs: 500 }
    console.log('\\n' + JSON.stringify(await tryMutants(given)))`
  // Vitest refuses to start in what it takes for one of its own processes.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV)/.test(name)))
  const run = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: root, env })
  const [printed, errors] = await Promise.all([text(run.stdout), text(run.stderr)])
  expect(readFileSync(file, 'utf8')).toBe(source)
  return { mutants: JSON.parse(printed.trim().split('\n').at(-1) || '[]'), errors }
}

const listed = (mutants: TriedMutant[]) => mutants.map(({ outcome, line, change }) => `${line} ${outcome}: ${change}`)

test('a change is noticed, survives, or stands where no test comes', async () => {
  const { mutants } = await tryMutantsOf(
    `export const withFreight = (cents: number) => cents + 900
export const isFree = (cents: number) => cents <= 0
export const inWords = () => 'free'
export const currency = 'AUD'
`,
    `import { describe, expect, test } from 'vitest'
import { isFree, withFreight } from './price.ts'
test('freight is added', () => expect(withFreight(100)).toBe(1000))
describe('a price', () => {
  test.each([[-1, true], [1, false]])('of %i', (cents, free) => expect(isFree(cents)).toBe(free))
})
`,
  )
  expect(listed(mutants).sort()).toEqual([
    '1 not tried: (cents: number) => cents + 900 → () => undefined',
    '1 noticed: cents + 900 → cents - 900',
    '2 not tried: (cents: number) => cents <= 0 → () => undefined',
    '2 noticed: cents <= 0 → cents > 0',
    '2 noticed: cents <= 0 → false',
    '2 noticed: cents <= 0 → true',
    '2 survived: cents <= 0 → cents < 0',
    '3 not covered: \'free\' → ""',
    "3 not tried: () => 'free' → () => undefined",
    '4 not tried: \'AUD\' → ""',
  ])
})

test('a change that makes a test hang is noticed, and the others are tried all the same', async () => {
  // In another file, and never ends: neither the mutant's hits nor a test's timeout can end it.
  writeFileSync(
    join(root, 'shop/wait.ts'),
    'export function wait(forever: boolean) { while (forever) continue; return false }\n',
  )
  const { mutants } = await tryMutantsOf(
    `import { wait } from './wait.ts'
export function steps(count: number) {
  let done = 0
  while (done < count) done++
  return done
}
export const spun = (count: number) => wait(count > 5)
export const isLarge = (count: number) => count > 5
`,
    `import { expect, test } from 'vitest'
import { isLarge, spun, steps } from './price.ts'
test('steps', () => expect(steps(2)).toBe(2))
test('spun', () => expect(spun(1)).toBe(false))
test('large', () => expect([isLarge(5), isLarge(6)]).toEqual([false, true]))
`,
  )
  expect(listed(mutants)).toContain('4 noticed: done++ → done--')
  expect(listed(mutants)).toContain('7 noticed: count > 5 → true')
  expect(
    mutants.filter(({ line, outcome }) => line === 8 && (outcome === 'survived' || outcome === 'not covered')),
  ).toEqual([])
})

test('tests that need the ones before them count as a whole', async () => {
  const { mutants } = await tryMutantsOf(
    `export function add(a: number, b: number) {
  return a + b
}
export function isEven(a: number) {
  return a % 2 === 0
}
`,
    `import { expect, test } from 'vitest'
import { add, isEven } from './price.ts'
let sum: number
test('adds', () => { sum = add(1, 3); expect(sum).toBe(4) })
test('is even', () => { expect(sum).toBe(4); isEven(sum) })
`,
  )
  const outcomes = (from: number, to: number) =>
    new Set(mutants.filter(({ line }) => line >= from && line <= to).map(({ outcome }) => outcome))
  expect(outcomes(1, 3)).toEqual(new Set(['noticed']))
  expect(outcomes(4, 6)).toEqual(new Set(['survived']))
})

test('tests that fail without a change are reported', async () => {
  const { errors } = await tryMutantsOf(
    'export const one = () => 1\n',
    `import { expect, test } from 'vitest'
import { one } from './price.ts'
test('is two', () => expect(one()).toBe(2))
`,
  )
  expect(errors).toContain('shop/price.test.ts: is two: expected 1 to be 2')
})
