import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { expect } from '@playwright/test'
import { freePorts } from '../../../scale/services/free-port.ts'
import type { Driver, Key } from './other-browser.ts'

/** WebKit's test browser, of Debian's `webkit2gtk-driver`. */
const [program] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')

/** Key codes of W3C WebDriver. */
const codes: Record<Key, string> = { Enter: '\uE007', Tab: '\uE004', Escape: '\uE00C', ArrowDown: '\uE015' }
/** The name of an element in W3C WebDriver's JSON. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

export const webkitInstalled =
  program !== undefined && ['WebKitWebDriver', 'xvfb-run'].every((each) => existsSync(`/usr/bin/${each}`))

/** Drives WebKit by W3C WebDriver, on a display in memory. */
export async function openWebkit(): Promise<Driver> {
  const [port] = await freePorts(1)
  const server = spawn('xvfb-run', ['--auto-servernum', 'WebKitWebDriver', `--port=${port}`], {
    stdio: 'ignore',
    detached: true,
  })
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { value } = (await reply.json()) as { value: { message?: string } }
    if (!reply.ok) throw new Error(value.message ?? `WebKitWebDriver: ${reply.status}`)
    return value
  }
  await expect.poll(() => ask('GET', '/status').catch(() => undefined), { timeout: 30_000 }).toBeTruthy()
  const { sessionId } = (await ask('POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: program, args: ['--automation'] } },
    },
  })) as { sessionId: string }
  const session = `/session/${sessionId}`
  const run = (body: string, args: unknown[]) =>
    ask('POST', `${session}/execute/sync`, { script: `const args = [...arguments]; ${body}`, args })

  // The protocol has no events: errors are collected in the page, once it has loaded. A layout that takes a second turn is
  // reported as an error, and is none.
  const errors = `globalThis.noted ?? (globalThis.noted = [],
    addEventListener('error', ({ message }) => /^ResizeObserver loop/.test(message) || noted.push(message)),
    addEventListener('unhandledrejection', ({ reason }) => noted.push(String(reason))),
    console.error = (...args) => noted.push(args.join(' ')), noted)`
  const keys = (actions: unknown[]) =>
    ask('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] })
  const press = (key: string) =>
    keys([
      { type: 'keyDown', value: key },
      { type: 'keyUp', value: key },
    ])
  return {
    async goto(url) {
      await ask('POST', `${session}/url`, { url })
      await run(errors, [])
    },
    evaluate: (body, ...args) => run(body, args),
    async click(body, ...args) {
      const element = (await run(body, args)) as { [elementKey]: string }
      await ask('POST', `${session}/element/${element[elementKey]}/click`, {})
    },
    async type(text) {
      const element = (await ask('GET', `${session}/element/active`)) as { [elementKey]: string }
      await ask('POST', `${session}/element/${element[elementKey]}/value`, { text })
    },
    press: async (key) => void (await press(codes[key])),
    deleteCookies: async () => void (await ask('DELETE', `${session}/cookie`)),
    resize: async (width, height) => void (await ask('POST', `${session}/window/rect`, { width, height })),
    screenshot: async () => Buffer.from((await ask('GET', `${session}/screenshot`)) as string, 'base64'),
    takeErrors: () => run(`return (${errors}).splice(0)`, []) as Promise<string[]>,
    async close() {
      await ask('DELETE', session)
      process.kill(-server.pid!)
    },
  }
}
