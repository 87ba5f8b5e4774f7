import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { loadOverlays } from './lazy-overlays.ts'

// Slow while other tests share the processor.
beforeAll(loadOverlays, 30_000)
afterEach(cleanup)

const open = (children: ReactNode, actions?: ReactNode) =>
  render(
    <Dialog title="A dialog" onClose={() => undefined} actions={actions}>
      {children}
    </Dialog>,
  )
const held = () => document.activeElement?.getAttribute('aria-label')

test.each([
  ['the first field', <input key="a" aria-label="first" />],
  ['a list', <select key="a" aria-label="first" />],
  ['a text area', <textarea key="a" aria-label="first" />],
])('when it opens, %s has the focus, not the dialog', async (_, field) => {
  open(
    <>
      <input type="hidden" />
      <input hidden readOnly value="me" />
      <input disabled />
      {field}
      <input aria-label="second" />
    </>,
  )
  await waitFor(() => expect(held()).toBe('first'))
})

test('of radio buttons the chosen one', async () => {
  open(
    <>
      <input type="radio" name="a" aria-label="not chosen" readOnly />
      <input type="radio" name="a" aria-label="chosen" checked readOnly />
    </>,
  )
  await waitFor(() => expect(held()).toBe('chosen'))
})

function Later() {
  const [count, setCount] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        More
      </button>
      {count > 0 && <input aria-label="later" />}
    </>
  )
}

test('a field that is loaded later gets it, unless the person has gone elsewhere', async () => {
  const { rerender } = open(<p>Loading</p>)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
  rerender(
    <Dialog title="A dialog" onClose={() => undefined}>
      <input aria-label="late" />
    </Dialog>,
  )
  await waitFor(() => expect(held()).toBe('late'))
  cleanup()

  open(<Later />)
  const button = await screen.findByRole('button', { name: 'More' })
  await userEvent.click(button)
  await screen.findByLabelText('later')
  expect(document.activeElement).toBe(button)
})

test('without a field the dialog has the focus', async () => {
  open(<p>To read</p>, <button type="button">Close it</button>)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
})
