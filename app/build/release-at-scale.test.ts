import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../scale/services/free-port.ts'

const root = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `school-catalogue-${version}-${process.platform}-${process.arch}`
const folder = mkdtempSync(join(tmpdir(), 'release-'))
const installed = join(folder, name)
/** A bare environment: an operator's machine has no npm registry, and not necessarily Node. */
const env = { PATH: '/usr/bin:/bin', DATA_DIR: join(folder, 'data'), DEMO: 'false' }
const node = join(installed, 'node_modules/.bin/node')

beforeAll(async () => {
  await promisify(execFile)('npm', ['run', '--silent', 'release', '--', folder], { cwd: root })
  execFileSync('sha256sum', ['--check', '--quiet', `${name}.tar.gz.sha256`], { cwd: folder })
  execFileSync('tar', ['-xzf', `${name}.tar.gz`], { cwd: folder })
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a release contains what a server runs, under 350 MB, and no build or test tools', () => {
  let bytes = 0
  for (const path of readdirSync(installed, { recursive: true, encoding: 'utf8' })) {
    const { size, blocks } = lstatSync(join(installed, path))
    bytes += Math.max(size, blocks * 512)
    if (!path.startsWith('node_modules')) expect(path).not.toMatch(/\.(test|spec)\.tsx?$/)
  }
  expect(bytes / 1e6).toBeLessThan(350)
  for (const each of ['vite', 'react', 'lucide-react', 'vitest', 'typescript', '@biomejs'])
    expect(existsSync(join(installed, 'node_modules', each))).toBe(false)
  const { scripts, devDependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  expect(Object.keys(scripts)).toEqual(['start', 'worker', 'admin', 'catalogue', 'collections'])
  expect(devDependencies).toBeUndefined()
})

test('an unpacked release serves the portal and runs the commands without npm', async () => {
  const [port, metricsPort] = await freePorts(2)
  const portal = spawn(node, ['app/start.ts'], {
    cwd: installed,
    env: { ...env, PORT: String(port), METRICS_PORT: String(metricsPort) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  portal.stderr.on('data', (part) => (errors += part))
  const ready = async () => (await fetch(`http://localhost:${port}/health/ready`).catch(() => undefined))?.ok
  try {
    for (const end = Date.now() + 120_000; !(await ready()); await delay(50))
      if (portal.exitCode !== null || Date.now() > end) throw new Error(`The portal did not start: ${errors}`)
    for (const path of ['/', '/docs/api', '/openapi.json', '/discover/results/?query=dragon'])
      expect([path, (await fetch(`http://localhost:${port}${path}`)).status]).toEqual([path, 200])
    const page = await (await fetch(`http://localhost:${port}/`)).text()
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page)![1]!
    expect((await fetch(`http://localhost:${port}${script}`)).status).toBe(200)
    const stats = execFileSync(node, ['cli/catalogue.ts', 'stats'], { cwd: installed, env, encoding: 'utf8' })
    expect(stats).toMatch(/^records 0,/)
    const help = execFileSync(node, ['cli/admin.ts', 'help'], { cwd: installed, env, encoding: 'utf8' })
    expect(help).toContain('backup')
    portal.kill('SIGTERM')
    expect(await once(portal, 'exit')).toEqual([0, null])
  } finally {
    portal.kill('SIGKILL')
  }
}, 300_000)
