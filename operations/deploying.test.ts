import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type OutgoingHttpHeaders, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '#app/settings.ts'
import { testApp } from '#app/testing.ts'
import { openBrowser } from '#features/account/server/account-testing.ts'
import { freePorts } from '../scale/services/free-port.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const known = new Set(settings.map(({ name }) => name))
const lines = (name: string) => read(name).replaceAll('\\\n', ' ').split('\n')
const after = (name: string, word: string) =>
  lines(name).flatMap((line) => (line.startsWith(word) ? [line.slice(word.length).trim()] : []))
const portal = 'school-catalogue.service'
const worker = 'school-catalogue-worker@.service'

test.each([
  ['Dockerfile', after('Dockerfile', 'ENV ').filter((each) => !each.startsWith('PATH='))],
  [portal, after(portal, 'Environment=')],
  [worker, after(worker, 'Environment=')],
  ['settings.env.example', lines('settings.env.example').filter((line) => /^\w+=/.test(line))],
  ['kubernetes/settings.yaml', Object.keys(parse(read('kubernetes/settings.yaml')).data)],
])('every setting of %s exists', (_, set) => {
  expect(set.length).toBeGreaterThan(0)
  expect(set.map((each) => each.split('=')[0]!).filter((name) => !known.has(name))).toEqual([])
})

type Service = {
  environment?: Record<string, string>
  volumes?: string[]
  command?: string[]
  build?: { dockerfile: string }
}
const compose = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }

test('the services of compose.yaml use existing settings and programs and come from the Dockerfile', () => {
  for (const name of ['portal', 'worker']) {
    const { environment, command, build } = compose.services[name]!
    expect(Object.keys(environment!).filter((each) => !known.has(each))).toEqual([])
    expect(existsSync(join(root, command![1]!))).toBe(true)
    expect(existsSync(join(root, build!.dockerfile))).toBe(true)
  }
})

/** Set by the image itself, or meaningful for one process only. */
const ofTheImage = ['PORT', 'HOST', 'DATA_DIR', 'METRICS_PORT']

test('every other setting can be passed through compose.yaml', () => {
  const given = new Set(Object.keys(compose.services.portal!.environment!))
  expect([...known].filter((name) => !given.has(name) && !ofTheImage.includes(name))).toEqual([])
})

test('a container with a read-only root has a place for a backup', () => {
  for (const name of ['portal', 'worker']) expect(compose.services[name]!.volumes).toContain('backups:/backups')
  expect(read('Dockerfile')).toMatch(/install -d -o portal .* \/backups\n/)
})

test('every script of the units, the Dockerfile and compose.yaml exists', () => {
  const kubernetes = ['portal', 'worker'].map((name) => `kubernetes/${name}.yaml`)
  const units = [portal, worker, 'school-catalogue-backup.service']
  const text = [...units, 'Dockerfile', 'compose.yaml', ...kubernetes].map(read).join('\n')
  const scripts = [...new Set([...text.matchAll(/\b(?:app|cli)\/[\w-]+\.ts\b/g)].map(([script]) => script))]
  expect(scripts.sort()).toEqual(['app/start.ts', 'app/worker.ts', 'cli/admin.ts'])
  expect(scripts.filter((script) => !existsSync(join(root, script)))).toEqual([])
})

test('the last seven complete nightly backups are kept', () => {
  const [, tidy] = /cd \/var\/backups\/school-catalogue; (.*)'$/m.exec(read('school-catalogue-backup.service'))!
  const folder = mkdtempSync(join(tmpdir(), 'backups-'))
  const days = Array.from({ length: 14 }, (_, at) => `2026-01-${10 + at}T0230`)
  // The last ones before the newest were interrupted; a manual one is being written.
  const whole = days.filter((_, at) => at < 9 || at === 13)
  const underWay = '2026-01-24T0900'
  for (const day of [...days, underWay]) mkdirSync(join(folder, day))
  for (const day of whole) writeFileSync(join(folder, day, 'manifest.json'), '')
  const aDayAgo = Date.now() / 1000 - 24 * 3600
  for (const day of days) utimesSync(join(folder, day), aDayAgo, aDayAgo)
  mkdirSync(join(folder, 'by-hand'))
  const { stderr } = spawnSync('sh', ['-ec', tidy!], { cwd: folder, encoding: 'utf8' })
  const left = readdirSync(folder).sort()
  rmSync(folder, { recursive: true })
  expect([stderr, left]).toEqual(['', [...whole.slice(-7), underWay, 'by-hand']])
})

const tool = (name: string, args: string[]) => spawnSync(name, args, { encoding: 'utf8', timeout: 30_000 })
const has = (name: string, flag: string) => !tool(name, [flag]).error

test.skipIf(!has('systemd-analyze', '--version'))('systemd accepts the units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'units-'))
  const names = [portal, worker, 'school-catalogue-backup.service', 'school-catalogue-backup.timer']
  for (const name of names) {
    // The program is at another path here than when installed.
    const text = read(name).replaceAll('/opt/school-catalogue/node_modules/.bin/node', process.execPath)
    writeFileSync(join(folder, name.replace('@', '@1')), text.replace(/^Documentation=.*\n/m, ''))
  }
  const { stderr } = tool('systemd-analyze', [
    'verify',
    '--man=no',
    ...names.map((name) => join(folder, name.replace('@', '@1'))),
  ])
  rmSync(folder, { recursive: true })
  expect(stderr.split('\n').filter((line) => /school-catalogue/.test(line))).toEqual([])
})

/** nginx.conf unchanged, except for the ports, the certificate and the upstream. */
function nginxFolder([plain, secure]: [number, number], upstream: number) {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=catalogue.example.org', '-days', '1', '-nodes']
  tool('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate, ...subject])
  const site = read('nginx.conf')
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
    .replace(/server 127.0.0.1:8080 /, `server 127.0.0.1:${upstream} `)
    .replace(/listen (\[::\]:)?80;/g, `listen $1${plain};`)
    .replace(/listen (\[::\]:)?443 /g, `listen $1${secure} `)
  const main = `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${site} }`
  writeFileSync(join(folder, 'nginx.conf'), main)
  return folder
}

test.skipIf(!has('nginx', '-v') || !has('openssl', 'version'))('nginx accepts its configuration', () => {
  const folder = nginxFolder([18_080, 18_443], 8080)
  const { status, stderr } = tool('nginx', ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')])
  rmSync(folder, { recursive: true })
  expect([status, stderr]).toEqual([0, expect.stringContaining('syntax is ok')])
})

test.skipIf(!has('caddy', 'version'))('Caddy accepts its configuration', () => {
  const checked = tool('caddy', [
    'validate',
    '--adapter',
    'caddyfile',
    '--config',
    join(import.meta.dirname, 'Caddyfile'),
  ])
  expect([checked.status, checked.stdout + checked.stderr]).toEqual([0, expect.stringContaining('Valid configuration')])
})

const caddyBefore = async (upstream: number, port: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'))
  const settings = join(folder, 'Caddyfile')
  writeFileSync(settings, read('Caddyfile').replace(/^{$/m, '{\n\tadmin off'))
  const running = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', settings], {
    env: {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      UPSTREAM: `127.0.0.1:${upstream}`,
    },
    stdio: 'ignore',
  })
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  await expect
    .poll(
      () =>
        ask('/').then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .not.toBe(0)
  return {
    ask,
    end: async () => {
      const ended = once(running, 'exit')
      running.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** Answers like a portal whose catalogue is unavailable: pages work, a search does not. */
const unready = createServer((request, reply) => {
  const away = request.url !== '/'
  reply.writeHead(away ? 503 : 200, away ? { 'retry-after': '5' } : {}).end(request.headers['x-forwarded-for'])
})

test.skipIf(!has('caddy', 'version'))(
  'Caddy passes on the answers of a portal that is not ready, forwards the client address, and hides internal paths',
  async () => {
    await new Promise<void>((listening) => unready.listen(0, '127.0.0.1', listening))
    const caddy = await caddyBefore((unready.address() as AddressInfo).port, (await freePorts(1))[0]!)
    try {
      const search = await caddy.ask('/rest/catalogue/search')
      expect([search.status, search.headers.get('retry-after')]).toEqual([503, '5'])
      const page = await caddy.ask('/', { headers: { 'x-forwarded-for': '192.0.2.1' } })
      expect([page.status, await page.text()]).toEqual([200, '127.0.0.1'])
      for (const path of ['/metrics', '/health', '/health/ready']) expect((await caddy.ask(path)).status).toBe(404)
    } finally {
      await caddy.end()
      unready.close()
    }
  },
  30_000,
)

/** A browser that uses a proxy at `publicUrl` and trusts its certificate. */
function browserThrough(publicUrl: string) {
  const inject = ({ method, url, headers, payload }: InjectOptions) =>
    new Promise((answered, failed) => {
      const ask = publicUrl.startsWith('https:') ? secureRequest : plainRequest
      const options = { method, headers: headers as OutgoingHttpHeaders, rejectUnauthorized: false }
      ask(publicUrl + url, options, async (reply) => {
        const body = await text(reply)
        answered({ statusCode: reply.statusCode, headers: reply.headers, body })
      })
        .on('error', failed)
        .end(payload)
    })
  return openBrowser({ http: { inject } as never, env: { publicUrl } as never })
}

/** Calls from one address whose bodies never come, which must make no one wait. */
const slowBodies = (publicUrl: string, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const ask = publicUrl.startsWith('https:') ? secureRequest : plainRequest
    const headers = { 'content-type': 'application/json', 'content-length': 200_000 }
    const url = `${publicUrl}${n % 2 ? '/rest/catalogue/search' : '/sru'}`
    const call = ask(url, { method: 'POST', headers, agent: false, rejectUnauthorized: false }).on('error', () => {})
    call.write('{')
    return call
  })

async function signInThrough(publicUrl: string, begin: (upstream: number) => Promise<() => Promise<void>>) {
  const app = await testApp({ env: { PUBLIC_URL: publicUrl, TRUSTED_PROXIES: '127.0.0.1' }, work: false })
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const end = await begin((app.http.server.address() as AddressInfo).port)
  try {
    const browser = browserThrough(publicUrl)
    await expect
      .poll(
        () =>
          browser.send('/rest/user/current').then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBe(403)
    const slow = slowBodies(publicUrl, 20)
    await Promise.all(slow.map((each) => once(each, 'socket')))
    await browser.signIn('assistant@hillview.example')
    for (const each of slow) each.destroy()
    expect(await browser.whoAmI()).toBe('assistant@hillview.example')
    // A page under the public name does not redirect.
    expect((await browser.send('/discover')).status).toBe(200)
  } finally {
    await end()
    await app.close()
  }
}

test.skipIf(!has('nginx', '-v') || !has('openssl', 'version'))(
  'people sign in through nginx on a port other than 443, beside slow bodies',
  async () => {
    const [plain, secure] = (await freePorts(2)) as [number, number]
    await signInThrough(`https://localhost:${secure}`, async (upstream) => {
      const folder = nginxFolder([plain, secure], upstream)
      const running = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
      return async () => {
        const ended = once(running, 'exit')
        running.kill('SIGTERM')
        await ended
        rmSync(folder, { recursive: true })
      }
    })
  },
  120_000,
)

test.skipIf(!has('caddy', 'version'))(
  'people sign in through Caddy on a port other than 443, beside slow bodies',
  async () => {
    const [port] = (await freePorts(1)) as [number]
    await signInThrough(`http://127.0.0.1:${port}`, async (upstream) => (await caddyBefore(upstream, port)).end)
  },
  120_000,
)
