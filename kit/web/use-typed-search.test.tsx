import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import { afterEach, expect, test } from 'vitest'
import { goTo, onMove } from './history.ts'
import { useTypedSearch } from './use-typed-search.ts'

afterEach(cleanup)

function List() {
  const search = useSyncExternalStore(onMove, () => window.location.search)
  const found = new URLSearchParams(search).get('find') ?? ''
  return <input aria-label="Find" {...useTypedSearch(found, (find) => `/list?find=${find}`)} />
}

test('typing reaches the address in one history entry; another address replaces the typed words', async () => {
  window.history.replaceState(null, '', '/list')
  render(<List />)
  const field = screen.getByLabelText<HTMLInputElement>('Find')
  const before = window.history.length
  await userEvent.type(field, 'drag')
  await waitFor(() => expect(window.location.search).toBe('?find=drag'))
  await userEvent.type(field, 'on')
  await waitFor(() => expect(window.location.search).toBe('?find=dragon'))
  expect(window.history.length).toBe(before + 1)
  goTo('/list?find=wombat')
  await waitFor(() => expect(field.value).toBe('wombat'))
})
