import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { downloadsApi } from '#features/downloads/contract.ts'
import { request as downloadRequest } from '#features/downloads/web/testing.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { type CatalogueRequest, requestProblem } from '../../contract.ts'
import { item, librarian, request, api as requestApi } from '../../web/details-testing.ts'
import { CreateRequestScreen } from './create-request-screen.tsx'

const api = { ...catalogueApi, ...requestApi, requestDetails: downloadsApi.requestDetails }
type Fakes = Parameters<typeof renderScreen<typeof api>>[1]['fakes']

const draft = (more: Partial<CatalogueRequest> = {}) =>
  request({ status: 'DRAFT', submittedDate: null, items: [item({ status: 'DRAFT' })], ...more })

const openNew = (query = '', fakes: Fakes = {}) =>
  renderScreen(<CreateRequestScreen />, {
    api,
    path: '/CreateCatalogueRequest',
    address: `/CreateCatalogueRequest${query}`,
    fakes: { currentUser: () => librarian, ...fakes },
  })
const openDraft = (read: () => CatalogueRequest, fakes: Fakes = {}) =>
  renderScreen(<CreateRequestScreen />, {
    api,
    path: '/CreateCatalogueRequest/$id',
    address: '/CreateCatalogueRequest/q1',
    fakes: { currentUser: () => librarian, catalogueRequest: () => ({ response: read() }), ...fakes },
  })

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const inDialog = async () => within(await screen.findByRole('dialog'))
/** A field of the dialog; required ones say so after their name. */
const field = async (name: string) =>
  (await inDialog()).findByRole('textbox', { name: new RegExp(`^${name}( \\(required\\))?$`) })
async function write(values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) {
    const input = await field(name)
    await userEvent.clear(input)
    await userEvent.type(input, value)
  }
}
const choose = async (name: string | RegExp) => userEvent.click(await (await inDialog()).findByRole('radio', { name }))

beforeEach(() => localStorage.clear())
afterEach(cleanup)

test('each type asks for its own fields, and reports missing ones', async () => {
  openNew()
  await press('Add an item')
  await press('Add item')
  await waitFor(() => expect(screen.getAllByText('Please choose a resource type.')).toHaveLength(2))

  await choose('Book')
  await choose('Photos and details')
  await write({ 'Publication year': '0999' })
  expect(await screen.findAllByText('Please enter valid year for publication year.')).toHaveLength(2)
  expect(screen.getAllByText('Please enter a publisher.')).toHaveLength(2)

  await choose('Online resource')
  expect((await inDialog()).getByRole('radio', { name: 'Online' })).toHaveProperty('checked', true)
  expect((await inDialog()).queryByRole('radio', { name: 'Posted' })).toBeNull()
  await write({ URL: 'javascript:alert(1)' })
  expect(await screen.findAllByText('Please enter a URL that starts with ftp, http or https.')).toHaveLength(2)
})

test('the fields that a physical item lacks are named before they are removed', async () => {
  const calls = openNew('', { createCatalogueRequest: () => ({ response: draft() }) }).calls
  await press('Add an item')
  await choose('E-book')
  await write({ Title: 'Waves', Publisher: 'Harbour' })
  await choose('DVD or CD')
  expect(await screen.findByText(/removed when you save: Publisher\./)).toBeTruthy()
  await press('Add item')
  await press('Save as draft')
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'createCatalogueRequest')?.input).toEqual({
      items: [{ resourceType: 'DVD_CD', physicalResource: true, title: 'Waves' }],
    }),
  )
})

test('a number or URL that is already in the request is reported while typing', async () => {
  openDraft(() =>
    draft({
      items: [
        item({ status: 'DRAFT', standardNumber: '9780306406157' }),
        item({ id: 'i2', status: 'DRAFT', resourceType: 'ONLINE_RESOURCE', url: 'https://www.bay.example/a/' }),
      ],
    }),
  )
  await press('Add an item')
  await write({ 'Standard number': '0-306-40615-2' })
  expect(
    await screen.findByText(/^This standard number is already in the request\. See “Seven small boats”/),
  ).toBeTruthy()
  await write({ 'Standard number': '1' })
  await choose('Online resource')
  await write({ URL: 'http://bay.example/a' })
  expect(await screen.findByText('This URL is already in the request.')).toBeTruthy()
})

test('a reload restores the items and the one being edited', async () => {
  openNew('?identifiers=9780306406157,9780143506522')
  expect(await screen.findByText(/^2 items were added/)).toBeTruthy()
  expect(location.search).toBe('')
  await press('Add an item')
  await write({ Title: 'Half written' })
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('Half written'))
  cleanup()

  openNew()
  expect(await field('Title')).toHaveProperty('value', 'Half written')
  await press('Cancel')
  expect(await screen.findByRole('button', { name: '9780306406157' })).toBeTruthy()
  expect(screen.getByText(/^Restored your unfinished request from/)).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: 'Start over' })[0]!)
  expect(await screen.findByText('No items yet')).toBeTruthy()
  await press('Undo')
  expect(await screen.findByRole('button', { name: '9780143506522' })).toBeTruthy()
  // Its content was added just now.
  expect(screen.queryByText(/^Restored your unfinished request/)).toBeNull()
})

test('numbers unmatched by a download request are requested, except the excluded ones, 200 at a time', async () => {
  const numbers = Array.from({ length: 205 }, (_, index) => `REC${1000 + index}`)
  const { calls } = openNew('?requestId=r1&except=REC1001', {
    requestDetails: () => ({ response: downloadRequest({ id: 'r1', unmatchedRecords: numbers.join(',') }) }),
  })
  expect(await screen.findByText(/^200 items were added/)).toBeTruthy()
  expect(calls.find(({ name }) => name === 'requestDetails')?.input).toEqual({ requestId: 'r1' })
  expect(await screen.findByText('REC1000')).toBeTruthy()
  expect(screen.queryByText('REC1001')).toBeNull()
  // Offered on the request's page, once this one is saved.
  expect(screen.getByText(/so 4 more numbers from your list are not/)).toBeTruthy()
  await waitFor(() =>
    expect(JSON.stringify({ ...localStorage })).toContain(
      '/CreateCatalogueRequest?requestId=r1&except=REC1001&from=200',
    ),
  )
})

test('a search without results becomes the title of the first item', async () => {
  openNew('?term=the+lost+lighthouse')
  expect(await field('Title')).toHaveProperty('value', 'the lost lighthouse')
})

test('a request without changes says so, and can be submitted', async () => {
  const { calls } = openDraft(() => draft(), {
    confirmView: () => ({ response: { request: draft(), depots: [], usual: null } }) as never,
  })
  await press('Save as draft')
  expect(
    await screen.findByText(
      "No changes found on the saved request. Please click on 'Proceed to submit' button to complete the request.",
    ),
  ).toBeTruthy()
  await press('Proceed to submit')
  expect(await screen.findByRole('dialog', { name: 'Submit catalogue request' })).toBeTruthy()
  expect(calls.some(({ name }) => name === 'changeCatalogueRequest')).toBe(false)
})

test('the server’s refusal is shown on its item, and the input is kept', async () => {
  openDraft(() => draft(), {
    changeCatalogueRequest: () => {
      throw requestProblem('bad_items', { errors: { 'items.0.pages': ['These pages are odd.'] } })
    },
  })
  await press('Seven small boats')
  await write({ Pages: '-1' })
  await press('Save item')
  await press('Save as draft')
  expect(await screen.findByText('Seven small boats: These pages are odd.')).toBeTruthy()
  await press('Seven small boats')
  expect(await field('Pages')).toHaveProperty('value', '-1')
})

test('after a concurrent save, a conflicting field is asked about before anything is overwritten', async () => {
  let server = draft({ version: 2 })
  const sent: unknown[] = []
  openDraft(() => server, {
    changeCatalogueRequest: ({ version, ops }) => {
      if (version !== server.version) throw requestProblem('changed_meanwhile')
      sent.push(ops)
      server = draft({ version: 4, items: [item({ status: 'DRAFT', series: 'Boats', pages: '48' })] })
      return { response: server }
    },
  })
  await press('Seven small boats')
  await write({ Pages: '48' })
  await press('Save item')
  server = draft({ version: 3, items: [item({ status: 'DRAFT', series: 'Boats', pages: '32' })] })
  await press('Save as draft')

  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'Hillview Assistant has changed the same item' }),
  )
  expect(dialog.getByText('48')).toBeTruthy()
  expect(dialog.getByText('32')).toBeTruthy()
  expect(dialog.queryByText('Series')).toBeNull()
  expect(sent).toEqual([])
  await userEvent.click(dialog.getByRole('radio', { name: /^Keep mine/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findAllByText('Request updated successfully')
  // Their series stays.
  expect(sent).toEqual([[{ op: 'replace', path: '/items/0/pages', value: '48' }]])
})

test('a virus is reported, and the request is not submitted before someone has seen that', async () => {
  const virus = 'Virus found in: cover.png - file removed'
  openDraft(() => draft(), {
    changeCatalogueRequest: () => ({
      ...{ responseCode: 4003 as const, messages: [virus] },
      response: draft({ version: 3, items: [item({ status: 'DRAFT', pages: '3' })] }),
    }),
  })
  await press('Seven small boats')
  await write({ Pages: '3' })
  await press('Save item')
  await press('Proceed to submit')
  expect((await screen.findAllByText(virus)).length).toBeGreaterThan(0)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a submitted request is not shown as a draft, and unsaved changes are not lost', async () => {
  let server = draft()
  openDraft(() => server, {
    changeCatalogueRequest: () => {
      throw requestProblem('already_submitted')
    },
  })
  await press('Seven small boats')
  await write({ Pages: '3' })
  await press('Save item')
  server = request()
  await press('Save as draft')
  expect(await screen.findByText('This request has been submitted and can’t be changed.')).toBeTruthy()
  await press('Start a new request with your changes')
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('catalogue-request u1 new')!)?.items).toMatchObject([{ pages: '3' }]),
  )
})

test('the last key before the page is left is stored with the others', async () => {
  openNew()
  await press('Add an item')
  await choose('Music score')
  const title = (await field('Title')) as HTMLInputElement
  // As a browser does it: no pause in which React could draw what it has put off.
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
  setValue.call(title, 'Interrupted')
  title.dispatchEvent(new Event('input', { bubbles: true }))
  await Promise.resolve()
  window.dispatchEvent(new Event('pagehide'))
  expect(localStorage.getItem('catalogue-request u1 new')).toContain('Interrupted')
})
