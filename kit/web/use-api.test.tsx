import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { get, post } from '#kit/contract.ts'
import { newCache, useAction, useLatestReply } from './use-api.ts'

const find = get('/rest/books', {
  who: 'visitor',
  summary: 'Find',
  input: z.strictObject({ query: z.string() }),
  reply: z.object({ title: z.string() }),
})

/** As the browser says it; TanStack Query listens too. */
function network(isThere: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere)
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')))
}

function Search({ query }: { query: string }) {
  useLatestReply(find, { query })
  return null
}

const keep = post('/rest/books', {
  who: 'visitor',
  summary: 'Keep',
  input: z.strictObject({ title: z.string() }),
  reply: z.object({ title: z.string() }),
})

function Shelf({ query }: { query: string }) {
  const { reply, problem } = useLatestReply(find, { query })
  const { run, problem: refused } = useAction(keep)
  return (
    <>
      <button type="button" onClick={() => run({ title: 'Owls' }).catch(() => undefined)}>
        Keep
      </button>
      <p>{[`${query}:`, reply?.title, problem?.code, refused?.code].filter(Boolean).join(' ')}</p>
    </>
  )
}

afterEach(() => {
  network(true)
  cleanup()
  vi.unstubAllGlobals()
})

test('a call that the screen no longer needs is aborted: another search, another screen', async () => {
  const signals: AbortSignal[] = []
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    signals.push(signal!)
    return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
  })
  const client = new QueryClient()
  const shown = (query: string) => (
    <QueryClientProvider client={client}>
      <Search query={query} />
    </QueryClientProvider>
  )
  const { rerender, unmount } = render(shown('dogs'))
  rerender(shown('cats'))
  await act(async () => {})
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  unmount()
  await act(async () => {})
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
})

test('without a network another search fails instead of showing the former reply, an action too, until it is back', async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    if (!navigator.onLine) throw new TypeError('Failed to fetch')
    return Response.json({ title: `Found for ${new URL(address, location.href).searchParams.get('query')}` })
  })
  const cache = newCache()
  const shown = (query: string) => (
    <QueryClientProvider client={cache}>
      <Shelf query={query} />
    </QueryClientProvider>
  )
  const { rerender } = render(shown('dogs'))
  await screen.findByText('dogs: Found for dogs')
  network(false)
  rerender(shown('cats'))
  await screen.findByText('cats: unreachable')
  act(() => screen.getByRole('button').click())
  await screen.findByText('cats: unreachable unreachable')
  network(true)
  await screen.findByText('cats: Found for cats unreachable')
})
