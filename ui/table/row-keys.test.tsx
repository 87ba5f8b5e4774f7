import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useRowKeys } from './row-keys.tsx'

afterEach(cleanup)

function List({ busy, onAdd }: { busy: boolean; onAdd: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  useRowKeys(list, 'li')
  return (
    <section aria-busy={busy}>
      <ul ref={list}>
        <li>
          <a href="/one">One</a>
          <button type="button" aria-keyshortcuts="A" onClick={onAdd}>
            Add
          </button>
        </li>
      </ul>
    </section>
  )
}

test.each([
  [false, 1],
  [true, 0],
])('a key presses the button of the focused row unless other rows are on their way: %s', (busy, times) => {
  const onAdd = vi.fn()
  render(<List busy={busy} onAdd={onAdd} />)
  screen.getByRole('link', { name: 'One' }).focus()
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(onAdd).toHaveBeenCalledTimes(times)
})

test.each([
  [false, true],
  [true, false],
])('J focuses the first row unless other rows are on their way: %s', (busy, focused) => {
  render(<List busy={busy} onAdd={() => undefined} />)
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(document.activeElement === screen.getByRole('link', { name: 'One' })).toBe(focused)
})
