import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const original = 'export const price = 1\n'
const mutant = 'export const price = stryMutAct_9fa48("0") ? 2 : 1\n'
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mutated-files-'))
  mkdirSync(join(root, 'shop'))
  writeFileSync(join(root, 'shop/price.ts'), original)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const price = () => readFileSync(join(root, 'shop/price.ts'), 'utf8')

/** A run in a process of its own that changes the file, prints "changed", and then does `ending`. */
function startRun(ending: string) {
  const module = JSON.stringify(join(import.meta.dirname, 'mutated-files.ts'))
  const program = `
    import { writeFileSync } from 'node:fs'
    import { guardMutatedFiles } from ${module}
    const guard = guardMutatedFiles(${JSON.stringify(root)})
    for (const file of guard.restored) console.log('restored ' + file)
    guard.keepOriginal('shop/price.ts')
    writeFileSync(guard.configFile, '')
    writeFileSync(${JSON.stringify(join(root, 'stryker-setup-0.js'))}, '')
    writeFileSync(${JSON.stringify(join(root, 'shop/price.ts'))}, ${JSON.stringify(mutant)})
    console.log('changed')
    ${ending}`
  const run = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  const changed = new Promise<void>((resolve) => {
    run.stdout.on('data', (text) => {
      printed += text
      if (printed.includes('changed')) resolve()
    })
  })
  run.stderr.on('data', (text) => {
    printed += text
  })
  const ended = once(run, 'close').then(([code]) => ({ code: code as number | null, printed }))
  return { run, changed, ended }
}

const waiting = 'setInterval(() => {}, 1000)'

test.each([
  ['at its end', ''],
  ['at an error', 'throw new Error("broken")'],
])('a run restores the file %s', async (_, ending) => {
  await startRun(ending).ended
  expect(price()).toBe(original)
  expect(readdirSync(root)).toEqual(['shop'])
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('a run restores the file at %s', async (signal, exitCode) => {
  const { run, changed, ended } = startRun(waiting)
  await changed
  run.kill(signal)
  expect(await ended).toMatchObject({ code: exitCode })
  expect(price()).toBe(original)
  expect(readdirSync(root)).toEqual(['shop'])
})

test('the next run restores the file of one that was killed', async () => {
  const { run, changed, ended } = startRun(waiting)
  await changed
  run.kill('SIGKILL')
  await ended
  expect(price()).toBe(mutant)
  const next = await startRun('').ended
  expect(next.printed).toContain('restored shop/price.ts')
  expect(price()).toBe(original)
  expect(readdirSync(root)).toEqual(['shop'])
})

test('the next run leaves a file alone that was edited since', async () => {
  const { run, changed, ended } = startRun(waiting)
  await changed
  run.kill('SIGKILL')
  await ended
  const edited = 'export const price = 3\n'
  writeFileSync(join(root, 'shop/price.ts'), edited)
  const next = await startRun('').ended
  expect(next.printed).not.toContain('restored')
  expect(price()).toBe(edited)
})

test('a second run refuses while the first lasts, and changes nothing of it', async () => {
  const { run, changed, ended } = startRun(waiting)
  await changed
  const second = await startRun('').ended
  expect(second.code).toBe(1)
  expect(second.printed).toContain(`already running here, in process ${run.pid}`)
  expect(price()).toBe(mutant)
  run.kill('SIGTERM')
  await ended
  expect(price()).toBe(original)
})

test('a file full of mutants is no original', async () => {
  writeFileSync(join(root, 'shop/price.ts'), mutant)
  const { code, printed } = await startRun('').ended
  expect(code).toBe(1)
  expect(printed).toContain('Restore it first: git checkout -- shop/price.ts')
})
