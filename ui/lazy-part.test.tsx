import { cleanup, render, screen } from '@testing-library/react'
import { lazy, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#kit/problem.ts'
import { LazyPart } from './lazy-part.tsx'

const toasts = vi.hoisted(() => vi.fn())
vi.mock('./overlay/toast.tsx', () => ({ toastFailure: toasts }))
beforeEach(() => {
  toasts.mockClear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(cleanup)

const missing = () =>
  lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/x.js')))

function form(part: ReactNode) {
  render(
    <>
      <input aria-label="Title" defaultValue="Dragons" />
      {part}
    </>,
  )
}
const typed = () => screen.getByRole<HTMLInputElement>('textbox').value

test('a part whose script is missing shows the failure in its place and leaves the screen unchanged', async () => {
  const Missing = missing()
  form(
    <LazyPart fallback="Loading">
      <Missing />
    </LazyPart>,
  )
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.queryByText('Loading')).toBeNull()
  expect(typed()).toBe('Dragons')
  expect(toasts).not.toHaveBeenCalled()
})

test('a dialog whose script is missing shows a toast', async () => {
  const Missing = missing()
  form(
    <LazyPart>
      <Missing />
    </LazyPart>,
  )
  await vi.waitFor(() => expect(toasts).toHaveBeenCalledTimes(1), 20_000)
  expect(typed()).toBe('Dragons')
})

test('a quiet part whose script is missing is omitted silently', async () => {
  const Missing = missing()
  form(
    <LazyPart quiet fallback="Loading">
      <Missing />
    </LazyPart>,
  )
  await vi.waitFor(() => expect(screen.queryByText('Loading')).toBeNull(), 20_000)
  expect(typed()).toBe('Dragons')
  expect(toasts).not.toHaveBeenCalled()
})

test('a failed call of a part is shown by the screen', () => {
  const Failing = () => {
    throw new Problem('busy', 503, ['Please try again.'])
  }
  expect(() =>
    render(
      <LazyPart>
        <Failing />
      </LazyPart>,
    ),
  ).toThrow('Please try again.')
  expect(toasts).not.toHaveBeenCalled()
})
