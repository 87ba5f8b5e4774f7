import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { demoPassword } from '#demo/world/world.ts'
import { findChromium } from '../e2e/chromium.ts'
import { freePorts } from '../scale/services/free-port.ts'
import { beginTable, grouped, say } from './table.ts'

/**
 * `node bench/page.ts [RUNS, default 7]`: a visitor's waiting times in Chromium with an empty cache: first paint,
 * largest paint, script, jumps of the layout, from Enter to the answering screen and to its results, and back; on this
 * computer, and as on a phone (processor four times slower, 1.6 Mbit/s, 150 ms). Compared with the smallest React page,
 * and a known web application (Swagger UI).
 */
const runs = Number(process.argv[2] ?? 7)
const folder = mkdtempSync(join(tmpdir(), 'bench-page-'))
const phone = { processor: 4, latencyMs: 150, bytesPerSecond: 1_638_400 / 8 }

type Figures = {
  firstPaint: number
  largestPaint: number
  /** Cumulative layout shift, in thousandths. */
  shift: number
  scriptKb: number
  blockedMs: number
  /** From Enter, or the press of a button, until the title is another. */
  answerMs: number
  /** From Enter until the results are there. */
  resultsMs: number
  /** From the results to the former screen. */
  backMs: number
}
type Visit = { name: string; url: string; signedIn?: boolean; shows: string; act?: (page: Page) => Promise<void> }

/** Measurements that the page takes of itself. */
type Notes = { largest: number; shift: number; blocked: number; entered: number; answered: number; found: number }

const [port] = await freePorts(1)
const origin = `http://localhost:${port}`
const portal = spawn(process.execPath, [new URL('../e2e/serve.ts', import.meta.url).pathname, String(port)], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
const peers = await servePeers()
const found = await findChromium()
const browser = await chromium.launch({
  executablePath: found.path,
  args: found.args,
  env: { ...process.env, ...found.env } as Record<string, string>,
})
try {
  await answers(`${origin}/health/ready`)
  const cookies = await signIn(browser)
  for (const limits of [undefined, phone]) {
    say(`\n${limits ? 'As on a phone' : 'This machine'}: medians of ${runs} visits with an empty cache\n`)
    const row = beginTable([
      'first paint ms',
      'largest paint ms',
      'layout shift ‰',
      'script kB',
      'blocked ms',
      'Enter to answer ms',
      'Enter to results ms',
      'back ms',
    ])
    for (const visit of visits()) {
      const all: Figures[] = []
      for (let i = 0; i < runs; i++) all.push(await measure(browser, visit, limits, cookies))
      row(
        visit.name,
        ...(Object.keys(all[0]!) as (keyof Figures)[]).map((name) => median(all.map((each) => each[name]))),
      )
    }
  }
} finally {
  await browser.close()
  peers.close()
  portal.kill('SIGTERM')
  await once(portal, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

function visits(): Visit[] {
  const typing = async (page: Page) => {
    const field = page.getByRole('combobox', { name: 'Search the catalogue' })
    await field.fill('dragons')
    await field.press('Enter')
  }
  return [
    { name: 'discover, a visitor', url: `${origin}/discover`, shows: 'main h1', act: typing },
    { name: 'discover, signed in', url: `${origin}/discover`, signedIn: true, shows: 'main h1', act: typing },
    {
      name: 'results, signed in',
      url: `${origin}/discover/results/?query=magic`,
      signedIn: true,
      shows: '.hit h2',
      act: typing,
    },
    {
      name: 'a bare React page',
      url: `${peers.origin}/react/`,
      shows: 'button',
      act: (page) => page.getByRole('button').press('Enter'),
    },
    { name: 'Swagger UI', url: `${peers.origin}/swagger.html`, shows: '.info .title' },
  ]
}

async function measure(
  at: Browser,
  { url, signedIn, shows, act }: Visit,
  limits: typeof phone | undefined,
  cookies: Awaited<ReturnType<typeof signIn>>,
): Promise<Figures> {
  const context = await at.newContext({ viewport: limits ? { width: 390, height: 844 } : { width: 1280, height: 900 } })
  try {
    if (signedIn) await context.addCookies(cookies)
    const page = await context.newPage()
    if (limits) {
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: limits.processor })
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: limits.latencyMs,
        downloadThroughput: limits.bytesPerSecond,
        uploadThroughput: limits.bytesPerSecond,
      })
    }
    await page.addInitScript(() => {
      const notes: Notes = { largest: 0, shift: 0, blocked: 0, entered: 0, answered: 0, found: 0 }
      Object.assign(window, { notes })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) notes.largest = entry.startTime
      }).observe({ type: 'largest-contentful-paint', buffered: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) notes.shift += (entry as PerformanceEntry & { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) notes.blocked += Math.max(0, entry.duration - 50)
      }).observe({ type: 'longtask', buffered: true })
      addEventListener(
        'keydown',
        ({ key }) => {
          if (key !== 'Enter') return
          const { title } = document
          notes.entered = performance.now()
          const look = () => {
            if (document.title !== title) notes.answered ||= performance.now()
            if (
              notes.answered &&
              document.querySelector('.hit h2, button') &&
              !document.querySelector('.dimmed, .coming')
            )
              notes.found = performance.now()
            else requestAnimationFrame(look)
          }
          requestAnimationFrame(look)
        },
        true,
      )
    })
    await page.goto(url, { waitUntil: 'load' })
    await page.locator(shows).first().waitFor()
    // Elements in the page may not have been painted yet.
    await page.waitForFunction(
      () =>
        performance.getEntriesByName('first-contentful-paint').length > 0 &&
        (window as unknown as { notes: Notes }).notes.largest > 0,
    )
    // Parts that load when the browser is idle can still move what is there.
    await page.waitForLoadState('networkidle')
    const painted = await page.evaluate(() => {
      const { notes } = window as unknown as { notes: Notes }
      const [first] = performance.getEntriesByName('first-contentful-paint')
      const scripts = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const script = scripts.filter(({ name }) => /\.js($|\?)/.test(name))
      return {
        firstPaint: first!.startTime,
        largestPaint: notes.largest,
        shift: notes.shift * 1000,
        scriptKb: script.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
        blockedMs: notes.blocked,
      }
    })
    const none = { answerMs: Number.NaN, resultsMs: Number.NaN, backMs: Number.NaN }
    if (!act) return { ...painted, ...none }
    // A session’s messages are above the screen.
    if (signedIn) await page.keyboard.press('Escape')
    const former = await page.title()
    await act(page)
    await page.waitForFunction(() => (window as unknown as { notes: Notes }).notes.found > 0)
    const { entered, answered, found } = await page.evaluate(() => (window as unknown as { notes: Notes }).notes)
    const answerMs = answered - entered
    if (!url.startsWith(origin)) return { ...painted, ...none, answerMs }
    const backMs = await page.evaluate(
      ([title, shown]) =>
        new Promise<number>((resolve) => {
          const start = performance.now()
          const look = () => {
            const isBack =
              document.title === title && document.querySelector(shown!) && !document.querySelector('.dimmed')
            if (isBack) resolve(performance.now() - start)
            else requestAnimationFrame(look)
          }
          history.back()
          requestAnimationFrame(look)
        }),
      [former, shows],
    )
    return { ...painted, answerMs, resultsMs: found - entered, backMs }
  } finally {
    await context.close()
  }
}

async function signIn(at: Browser) {
  const context = await at.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/rest/user/login?redirect=${encodeURIComponent('/discover')}`)
  await page.getByLabel('Username').fill('librarian@hillview.example')
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByLabel('Password').press('Enter')
  await page.waitForURL(`${origin}/discover`)
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

/** Compressed like ours, from the same kind of server. */
async function servePeers() {
  const react = join(folder, 'react')
  mkdirSync(react)
  writeFileSync(
    join(react, 'index.html'),
    '<!doctype html><title>0</title><div id="app"></div><script type="module" src="./main.tsx"></script>',
  )
  writeFileSync(
    join(react, 'main.tsx'),
    `import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'
function Counter() {
  const [count, setCount] = useState(0)
  document.title = String(count)
  return createElement('button', { onClick: () => setCount(count + 1) }, count)
}
createRoot(document.getElementById('app')).render(createElement(Counter))
`,
  )
  await build({
    root: react,
    base: '/react/',
    build: { outDir: join(folder, 'dist/react') },
    logLevel: 'error',
    configFile: false,
    resolve: {
      alias: Object.fromEntries(
        ['react', 'react-dom'].map((name) => [name, join(import.meta.dirname, '../node_modules', name)]),
      ),
    },
  })
  writeFileSync(
    join(folder, 'swagger.html'),
    '<!doctype html><link rel="stylesheet" href="/swagger/swagger-ui.css"><div id="ui"></div><script src="/swagger/swagger-ui-bundle.js"></script><script>SwaggerUIBundle({ dom_id: "#ui", spec: { openapi: "3.0.0", info: { title: "Calls", version: "1" }, paths: { "/one": { get: { responses: { 200: { description: "yes" } } } } } } })</script>',
  )
  const roots: Record<string, string> = {
    react: join(folder, 'dist/react'),
    swagger: join(import.meta.dirname, '../node_modules/@fastify/swagger-ui/static'),
  }
  const types: Record<string, string> = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
  }
  const server = createServer((request, reply) => {
    const [, name = '', ...rest] = new URL(request.url!, 'http://x').pathname.split('/')
    const path = name in roots ? join(roots[name]!, rest.join('/') || 'index.html') : join(folder, name)
    try {
      reply.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
      reply.setHeader('content-encoding', 'gzip').end(gzipSync(readFileSync(path)))
    } catch {
      reply.writeHead(404).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

async function answers(url: string) {
  for (let tries = 0; ; tries++) {
    if (
      await fetch(url).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      return
    if (tries === 600) throw new Error(`${url} does not answer`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** A dash if it was not measured. */
function median(numbers: number[]): string {
  const middle = numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
  return Number.isNaN(middle) ? '–' : grouped(middle)
}
