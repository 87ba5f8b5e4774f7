import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#features/account/contract.ts'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { renderTimeoutMs } from '#kit/web/call.ts'
import { replaceWith } from '#kit/web/history.ts'
import { Router, Screen } from '#kit/web/router.tsx'
import { newCache } from '#kit/web/use-api.ts'
import { ScreenFailure } from '#shell/boundary.tsx'
import { screens } from './screens.tsx'

const person = (role: 'primary-contact' | 'administrator'): CurrentUser => ({
  user: {
    id: 'u',
    username: 'u',
    email: 'u@school.example',
    firstName: 'A',
    lastName: 'B',
    roles: role === 'administrator' ? ['desk', role] : ['staff', 'organisation-admin', role],
  },
  customer:
    role === 'administrator'
      ? null
      : { id: 'c', customerNo: 'C1', name: 'A school', subscriptions: [], emailDomain: 'school.example', contacts: [] },
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  vi.stubGlobal(
    'fetch',
    vi.fn(
      (_: string, { signal }: RequestInit = {}) =>
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    ),
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const addresses = screens.map(({ path }) => path.replace(/\$id\?$/, '').replaceAll(/\$\w+\??/g, '7'))

function show(address: string) {
  const cache = newCache()
  cache.setQueryData(currentUser.queryKey, person(address.startsWith('/desk') ? 'administrator' : 'primary-contact'))
  replaceWith(`${address}?query=book&id=7&uuid=7&guid=7&customerNo=7&invoiceNumber=7`)
  render(
    <QueryClientProvider client={cache}>
      <Router routes={screens}>
        <Screen waiting="The script is coming" failure={ScreenFailure} />
      </Router>
    </QueryClientProvider>,
  )
}

test.each(addresses)('%s does not wait for ever for a reply that does not come', async (address) => {
  show(address)
  let waited = false
  // Parts whose script arrives when idle begin their reads later, and so time out later.
  await vi.waitFor(
    async () => {
      await act(() => vi.advanceTimersByTimeAsync(100))
      waited ||= vi.mocked(fetch).mock.calls.length > 0 && document.querySelector('.skeleton') !== null
      await act(() => vi.advanceTimersByTimeAsync(renderTimeoutMs))
      const waiting = [...document.querySelectorAll('.skeleton')].map((each) => each.closest('[class]:not(.skeleton)'))
      expect([...new Set(waiting.map((each) => each?.outerHTML.slice(0, 200)))]).toEqual([])
      expect(document.body.textContent).not.toMatch(/The script is coming|Loading/)
      if (waited) expect(document.querySelector('[role=alert]')).not.toBeNull()
    },
    { timeout: 20_000 },
  )
})

test.each(addresses)('%s without a network says so instead of waiting', async (address) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onlineManager.setOnline(false)
  vi.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'))
  try {
    show(address)
    await vi.waitFor(
      async () => {
        await act(() => vi.advanceTimersByTimeAsync(100))
        expect(document.querySelector('.skeleton')).toBeNull()
        expect(document.body.textContent).not.toMatch(/The script is coming|Loading/)
      },
      { timeout: 20_000 },
    )
  } finally {
    vi.restoreAllMocks()
    onlineManager.setOnline(true)
  }
})
