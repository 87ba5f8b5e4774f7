import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { get } from '#kit/contract.ts'
import { useLatestReply } from './use-api.ts'

const find = get('/rest/books', {
  who: 'visitor',
  summary: 'Find',
  input: z.strictObject({ query: z.string() }),
  reply: z.object({ title: z.string() }),
})

function Search({ query }: { query: string }) {
  useLatestReply(find, { query })
  return null
}

afterEach(() => {
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
