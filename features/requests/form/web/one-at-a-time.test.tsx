import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { renderScreen } from '#kit/web/testing.tsx'
import type { CatalogueRequest } from '../../contract.ts'
import { api, item, librarian, request } from '../../web/details-testing.ts'
import { CreateRequestScreen } from './create-request-screen.tsx'

type Fakes = Parameters<typeof renderScreen<typeof api>>[1]['fakes']

const draft = (more: Partial<CatalogueRequest> = {}) =>
  request({ status: 'DRAFT', submittedDate: null, items: [item({ status: 'DRAFT' })], ...more })
const open = (address: string, fakes: Fakes = {}) =>
  renderScreen(<CreateRequestScreen />, {
    api,
    path: '/CreateCatalogueRequest/$id?',
    address: `/CreateCatalogueRequest${address}`,
    fakes: { currentUser: () => librarian, ...fakes },
  })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const inDialog = async () => within(await screen.findByRole('dialog'))
const title = async () => (await inDialog()).findByRole<HTMLInputElement>('textbox', { name: 'Title' })

beforeEach(() => localStorage.clear())
afterEach(cleanup)

test('without items only “Add an item” is a primary button', async () => {
  open('')
  const primary = () => [...document.querySelectorAll('.button.main')].map((button) => button.textContent)
  await screen.findByRole('button', { name: 'Proceed to submit' })
  expect(primary()).toEqual(['Add an item'])
  await press('Add an item')
  await userEvent.click((await inDialog()).getByRole('radio', { name: 'DVD or CD' }))
  await userEvent.type(await title(), 'Waves')
  await press('Add item')
  await waitFor(() => expect(primary()).toEqual(['Proceed to submit']))
})

test('a physical item needs a title, a number or a note', async () => {
  open('')
  await press('Add an item')
  await userEvent.click((await inDialog()).getByRole('radio', { name: 'DVD or CD' }))
  await press('Add item')
  const fault = 'Please enter a title, a standard number or additional information.'
  await waitFor(() => expect(screen.getAllByText(fault)).toHaveLength(2))
  expect((await title()).getAttribute('aria-invalid')).toBe('true')
  await userEvent.type((await inDialog()).getByRole('textbox', { name: /^Additional/ }), 'A blue box')
  expect(screen.queryByText(fault)).toBeNull()
  await press('Add item')
  expect(await screen.findByRole('button', { name: 'Item without a title' })).toBeTruthy()
})

test('a number that arrives in the address is added behind the item that is being edited', async () => {
  open('')
  await press('Add an item')
  await userEvent.type(await title(), 'Half written')
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Half written'))
  cleanup()
  open('?identifiers=9780306406157')
  expect((await title()).value).toBe('Half written')
  await waitFor(() => expect(location.search).toBe(''))
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect((await title()).value).toBe('Half written')
  await press('Cancel')
  expect(await screen.findByRole('button', { name: '9780306406157' })).toBeTruthy()
})

test('someone else’s save leaves the item that is being edited open, and is asked about afterwards', async () => {
  let server = draft({ version: 2 })
  const { cache } = open('/q1', { catalogueRequest: () => ({ response: server }) })
  await press('Seven small boats')
  await userEvent.type(await title(), ' and a ship')
  server = draft({ version: 3, items: [item({ status: 'DRAFT', title: 'Eight small boats' })] })
  await cache.invalidateQueries()
  expect((await title()).value).toBe('Seven small boats and a ship')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await press('Save item')
  const deciding = await screen.findByRole('alertdialog')
  expect(deciding.textContent).toContain('Eight small boats')
  expect(deciding.textContent).toContain('Seven small boats and a ship')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a submitted request leaves neither dialog nor draft', async () => {
  let server = draft()
  open('/q1', {
    catalogueRequest: () => ({ response: server }),
    confirmView: () => ({ response: { request: draft(), depots: [], usualDepot: null } }),
    confirmRequest: () => {
      server = request()
      return { response: server }
    },
  })
  await press('Proceed to submit')
  await press('Submit request')
  await waitFor(() =>
    expect(window.location.pathname + window.location.search).toBe('/CatalogueRequestDeatils/q1?submitted=true'),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.querySelector('.request-form')).toBeNull()
})
