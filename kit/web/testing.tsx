import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import type { Endpoint, Input, RawReply } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { replaceWith } from './history.ts'
import { Router, Screen } from './router.tsx'

// Lazily loaded parts may be slow while other tests share the processor.
configure({ asyncUtilTimeout: 30_000 })

type Fakes<A extends Record<string, Endpoint>> = {
  [K in keyof A]?: (input: Input<A[K]>) => RawReply<A[K]> | Promise<RawReply<A[K]>>
}

/** The part of XMLHttpRequest that `postWithProgress` needs, answered by the same fake server. */
class RequestOverFetch extends EventTarget {
  upload = new EventTarget()
  status = 0
  responseText = ''
  #request = { method: 'GET', address: '' }
  #aborted = false
  open(method: string, address: string) {
    this.#request = { method, address }
  }
  setRequestHeader() {}
  abort() {
    this.#aborted = true
  }
  async send(body: string) {
    const response = await fetch(this.#request.address, { method: this.#request.method, body })
    this.responseText = await response.text()
    this.status = response.status
    if (!this.#aborted) this.dispatchEvent(new Event('load'))
  }
}

/** A server for the given contract: parses inputs and replies, and turns a thrown Problem into its reply. */
export function fakeServer<A extends Record<string, Endpoint>>(api: A, fakes: Fakes<A>) {
  const calls: { name: keyof A; input: unknown }[] = []
  globalThis.XMLHttpRequest = RequestOverFetch as unknown as typeof XMLHttpRequest
  globalThis.fetch = async (address, init) => {
    const { pathname, searchParams } = new URL(String(address), 'http://portal.test')
    const method = init?.method ?? 'GET'
    for (const [name, endpoint] of Object.entries(api)) {
      const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
      const match = pathname.match(new RegExp(`^${endpoint.path.replace(/:\w+/g, '([^/]+)')}$`))
      if (!match || !(endpoint.methods as readonly string[]).includes(method)) continue
      const params = Object.fromEntries(names.map((each, i) => [each, decodeURIComponent(match[i + 1]!)]))
      const sent = init?.body ? JSON.parse(String(init.body)) : {}
      const body = endpoint.listBody === undefined ? sent : { [endpoint.listBody]: sent }
      try {
        const input = endpoint.input.parse({ ...Object.fromEntries(searchParams), ...body, ...params })
        calls.push({ name, input })
        const fake = fakes[name]
        if (!fake) throw new Problem('not_found', 404, [`The test has no fake for ${name}.`])
        const reply = await Promise.race([fake(input as never), aborted(init?.signal)])
        const asText = endpoint.answers === 'text' || endpoint.answers === 'html'
        if (reply instanceof Response) return reply
        return asText ? new Response(String(reply)) : Response.json(endpoint.reply.parse(reply))
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const { code, status, messages, errors, about } = error
        return Response.json({ responseCode: status, code, messages, errors, about }, { status })
      }
    }
    return Response.json({ code: 'not_found', messages: [`No endpoint for ${method} ${pathname}`] }, { status: 404 })
  }
  return calls
}

/** Rejects when the call is aborted, as `fetch` does. */
const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

/**
 * Renders a screen at `path` against a fake server. `address` may have parameters and a query: the route's `path` is
 * then the pattern, as in `renderScreen(<RecordScreen />, { path: '/discover/details/$sourceId', address:
 * '/discover/details/7', … })`.
 */
export function renderScreen<A extends Record<string, Endpoint>>(
  screen: ReactElement,
  { api, fakes, path = '/', address = path }: { api: A; fakes: Fakes<A>; path?: string; address?: string },
) {
  const calls = fakeServer(api, fakes)
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  replaceWith(address)
  const routes = [
    { path, screen: { Component: () => screen, prepare: () => undefined } },
    // An unknown address leads home, perhaps before a test has seen where its screen led.
    { path: '/$a/$b?/$c?/$d?/$e?', screen: { Component: () => null, prepare: () => undefined } },
  ]
  const view = render(
    <QueryClientProvider client={cache}>
      <Router routes={routes}>
        <Screen waiting="Loading" failure={({ error }) => <p role="alert">{error.message}</p>} />
      </Router>
    </QueryClientProvider>,
  )
  return { ...view, calls, cache }
}

let pressedAt = 10_000
/** Presses a key, by default as slowly as a person, by the events' own clock. */
export function pressKey(key: string, afterMs = 500, more: KeyboardEventInit = {}) {
  pressedAt += afterMs
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  Object.defineProperty(event, 'timeStamp', { value: pressedAt })
  fireEvent(document.activeElement ?? document.body, event)
}

/** Records the files that the page saves, until the test ends. */
export function watchSaved() {
  const saved: { name: string; file: Blob }[] = []
  const files: Blob[] = []
  const spies = [
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob) - 1}`),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, file: files[Number(this.href.slice('blob:'.length))]! })
    }),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return saved
}

/** Saves the list that the screen shows. `lines`: of the file, its columns first. */
export async function exported(form = 'CSV') {
  const saved = watchSaved()
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: form }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const { name, file } = saved[0]!
  return { name, lines: (await file.text()).trim().split('\r\n') }
}
