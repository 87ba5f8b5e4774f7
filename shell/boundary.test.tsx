import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#kit/problem.ts'
import { renderTimeoutMs } from '#kit/web/call.ts'
import { unreachable } from '#kit/web/fetch-json.ts'
import { replaceWith } from '#kit/web/history.ts'
import { Router } from '#kit/web/router.tsx'
import { ScreenFailure, ScreenWaiting } from './boundary.tsx'

const generic =
  "Error performing this operation. Please try again later. If error persists, please contact the provider's support."

beforeEach(() => {
  // A file of tests before this one may have left an account screen.
  replaceWith('/')
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function fail(error: Error, retry = () => {}) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Router routes={[]}>
        <ScreenFailure error={error} retry={retry} />
      </Router>
    </QueryClientProvider>,
  )
}

test('a screen that does not appear in 15 seconds is replaced by a message and a retry button', () => {
  render(<ScreenWaiting />)
  act(() => vi.advanceTimersByTime(renderTimeoutMs - 1))
  expect(screen.queryByRole('alert')).toBeNull()
  act(() => vi.advanceTimersByTime(1))
  expect(renderTimeoutMs).toBe(15_000)
  expect(screen.getByRole('alert').textContent).toContain(generic)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a fast screen appears without a flicker', () => {
  const { container } = render(<ScreenWaiting />)
  act(() => vi.advanceTimersByTime(100))
  expect(container.textContent).toBe('')
})

test('a refusal shows the server’s message, a bug only the generic one', () => {
  fail(new Problem('busy', 503, ['The service is busy.']))
  expect(screen.getByRole('alert').textContent).toContain('The service is busy.')
  cleanup()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  fail(new TypeError('secret detail'))
  expect(screen.getByRole('alert').textContent).toContain(generic)
  expect(document.body.textContent).not.toContain('secret detail')
})

test('once the network is back, a screen that could not be reached tries again', () => {
  const retry = vi.fn()
  fail(new Problem('busy', 503, ['The service is busy.']), retry)
  window.dispatchEvent(new Event('online'))
  expect(retry).not.toHaveBeenCalled()
  cleanup()
  fail(unreachable(), retry)
  window.dispatchEvent(new Event('online'))
  expect(retry).toHaveBeenCalledOnce()
})

test('a visitor is led to sign in and back', () => {
  fail(new Problem('sign_in_required', 403, ['Please sign in.']))
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toMatch(
    /^\/rest\/user\/login\?redirect=%2F/,
  )
})
