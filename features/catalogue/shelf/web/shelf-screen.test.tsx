import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '#kit/web/testing.tsx'
import { RecordPiecesContext } from '../../record/web/record-pieces.tsx'
import { hitOf } from '../../web/testing.ts'
import { shelfApi } from '../contract.ts'
import { ShelfScreen } from './shelf-screen.tsx'

afterEach(cleanup)

const pieces = { FolderToggle: () => null } as never
const books = [
  { mark: '598.9', hit: hitOf('1', 'Eagles') },
  { mark: '599', hit: hitOf('2', 'Mammals') },
]

function open(address: string, found: typeof books = books) {
  return renderScreen(
    <RecordPiecesContext value={pieces}>
      <ShelfScreen />
    </RecordPiecesContext>,
    {
      api: shelfApi,
      path: '/discover/shelf',
      address: `/discover/shelf${address}`,
      fakes: { shelf: () => ({ response: { books: found, before: null, after: { mark: '599', at: 12 } } }) },
    },
  )
}

test('a shelf around a record marks it and leads along the shelf', async () => {
  const { calls } = open('?record=2')
  const title = await screen.findByRole('link', { name: 'Mammals' })
  expect(calls.map(({ input }) => input)).toEqual([{ record: '2', at: 0 }])
  expect(title.getAttribute('aria-current')).toBe('true')
  expect(screen.getByRole('heading', { name: '598.9 to 599' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Further along the shelf' }).getAttribute('href')).toBe(
    '/discover/shelf?mark=599&at=12',
  )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Earlier on the shelf' }).disabled).toBe(true)
})

test('a typed number leads to its place', async () => {
  const { calls } = open('')
  await userEvent.type(await screen.findByLabelText('Dewey number'), ' 599.2 {Enter}')
  await waitFor(() => expect(calls.at(-1)?.input).toEqual({ mark: '599.2', at: 0 }))
  expect(screen.getByLabelText<HTMLInputElement>('Dewey number').value).toBe('599.2')
})

test('a record without a number says so', async () => {
  open('?record=9', [])
  expect(await screen.findByText('This record isn’t on the shelf')).toBeTruthy()
})

test('an address that is no place begins the shelf', async () => {
  const { calls } = open('?at=soon')
  await screen.findByRole('link', { name: 'Eagles' })
  expect(calls[0]?.input).toEqual({ mark: '', at: 0 })
})
