import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadAfterUpgrade } from './reload-after-upgrade.ts'

const page = (script: string) => `<!doctype html><script type="module" crossorigin src="${script}"></script>`
const reload = vi.fn()
let stop = () => {}
let reply: () => Response

beforeEach(() => {
  document.head.innerHTML = '<script type="application/json" id="settings">{}</script>'
  const own = document.createElement('script')
  own.type = 'module'
  own.setAttribute('src', '/assets/old.js')
  // Detached, so that nothing loads it.
  document.querySelector = ((query: string) =>
    query === 'script[type="module"]' ? own : null) as typeof document.querySelector
  sessionStorage.clear()
  reload.mockClear()
  vi.stubGlobal('fetch', async () => reply())
  stop = reloadAfterUpgrade(reload)
})
afterEach(() => {
  stop()
  Reflect.deleteProperty(document, 'querySelector')
  vi.unstubAllGlobals()
})

/** Simulates a script that failed to load; resolves after the check has asked the server. */
async function missScript() {
  const fetched = vi.fn(reply)
  const before = reply
  reply = fetched
  window.dispatchEvent(new Event('vite:preloadError'))
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled(), 20_000)
  await new Promise((done) => setTimeout(done))
  reply = before
}

test('a page whose script is missing after an upgrade reloads once for each version', async () => {
  reply = () => new Response(page('/assets/new.js'))
  await missScript()
  expect(reload).toHaveBeenCalledTimes(1)
  await missScript()
  expect(reload).toHaveBeenCalledTimes(1)
  reply = () => new Response(page('/assets/newer.js'))
  await missScript()
  expect(reload).toHaveBeenCalledTimes(2)
})

test.each([
  ['the server still serves this version', () => new Response(page('/assets/old.js'))],
  ['the server answers with an error', () => new Response(page('/assets/new.js'), { status: 503 })],
  ['something else answers', () => new Response('<h1>Sign in to the network</h1>')],
  ['the network is down', () => Response.error()],
])('nothing reloads while %s', async (_, answer) => {
  reply = answer
  await missScript()
  expect(reload).not.toHaveBeenCalled()
})
