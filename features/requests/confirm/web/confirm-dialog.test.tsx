import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { confirmApi } from '#features/requests/confirm/contract.ts'
import { type CatalogueItem, type CatalogueRequest, requestProblem } from '#features/requests/contract.ts'
import { onMove } from '#kit/web/history.ts'
import { type fakeServer, renderScreen } from '#kit/web/testing.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Fakes = Parameters<typeof fakeServer<typeof confirmApi>>[1]

const item = (id: string, part: Partial<CatalogueItem> = {}) =>
  ({
    ...{
      id,
      itemNumber: `CI${id}`,
      status: 'DRAFT',
      resourceType: 'BOOK',
      physicalResource: true,
      title: `Title ${id}`,
    },
    ...{ standardNumber: '', url: '', publisher: '', publicationDate: '', publicationPlace: '', subtitles: '' },
    ...{ authors: '', series: '', pages: '', additionalInfo: '', files: [], depot: null, receivedDate: null },
    ...{ answeredDate: null, recordId: null, declineReason: '', downloadRequestId: null },
    ...part,
  }) as CatalogueItem
const request = (items: CatalogueItem[]) =>
  ({
    ...{ id: 'r1', requestNumber: 'CR1000016', status: 'DRAFT', requestedById: 'u', requestedBy: 'L', version: 3 },
    ...{
      createdDate: '2026-01-01T00:00:00Z',
      updatedDate: '2026-01-01T00:00:00Z',
      updatedBy: 'L',
      submittedDate: null,
    },
    items,
  }) as CatalogueRequest
const depot = (id: string) => ({ id, name: `Depot ${id}`, address: ['1 Quay', 'Town'], note: '' })

function open(items: CatalogueItem[], fakes: Fakes = {}, usualDepot: string | null = null) {
  const draft = request(items)
  const view = renderScreen(<ConfirmDialog requestId="r1" onClose={() => undefined} />, {
    api: confirmApi,
    fakes: {
      confirmView: () => ({ response: { request: draft, depots: [depot('north'), depot('south')], usualDepot } }),
      confirmRequest: () => ({ response: { ...draft, status: 'REQUESTED' as const } }),
      ...fakes,
    },
  })
  const sent = () => view.calls.filter(({ name }) => name === 'confirmRequest').map(({ input }) => input)
  return { sent }
}
const submit = async () => userEvent.click(await screen.findByRole('button', { name: 'Submit request' }))

afterEach(cleanup)

test('items and depots with addresses are shown; the usual one is selected, and the draft is submitted', async () => {
  const { sent } = open([item('1'), item('2', { resourceType: 'E_BOOK', physicalResource: false })], {}, 'south')
  const dialog = within(await screen.findByRole('dialog', { name: 'Submit catalogue request' }))
  expect((await dialog.findByText('Title 2')).closest('li')!.textContent).toContain('E-book')
  const usual = dialog.getByRole<HTMLInputElement>('radio', { name: /^Depot south/ })
  expect(usual.checked).toBe(true)
  expect(usual.closest('label')!.textContent).toContain('1 Quay, Town')
  await submit()
  await waitFor(() => expect(sent()).toEqual([{ id: 'r1', version: 3, depot: 'south' }]))
})

test('without a usual depot one must be chosen: a message says so, and nothing is sent', async () => {
  const { sent } = open([item('1')])
  await submit()
  expect((await screen.findByRole('alert')).textContent).toBe('Please choose a depot.')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Depot north' }))
  expect(sent()).toEqual([])
  await userEvent.click(screen.getByRole('radio', { name: 'Depot north' }))
  await submit()
  await waitFor(() => expect(sent()).toEqual([{ id: 'r1', version: 3, depot: 'north' }]))
})

test('without physical items no depot is asked for, and the request’s page follows', async () => {
  const { sent } = open([item('1', { resourceType: 'E_BOOK', physicalResource: false })])
  const moves: string[] = []
  onMove(({ to }) => moves.push(to.pathname))
  await submit()
  await waitFor(() => expect(sent()).toEqual([{ id: 'r1', version: 3 }]))
  expect(screen.queryByRole('radio')).toBeNull()
  await waitFor(() => expect(moves).toContain('/CatalogueRequestDeatils/r1'))
})

test('a refusal names the item and its fault below the message, and can be submitted again', async () => {
  let refuse = true
  const { sent } = open(
    [item('1')],
    {
      confirmRequest: () => {
        if (refuse)
          throw requestProblem('bad_items', { errors: { 'items.0.publisher': ['Please enter a publisher.'] } })
        return { response: request([]) }
      },
    },
    'north',
  )
  await submit()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Error while confirming the requestTitle 1: Please enter a publisher.')
  refuse = false
  await submit()
  await waitFor(() => expect(sent()).toHaveLength(2))
})

test('a concurrent change is shown before it is submitted', async () => {
  let looks = 0
  const { sent } = open([], {
    confirmView: () => {
      looks++
      const draft = { ...request([item(looks === 1 ? 'old' : 'new')]), version: looks }
      return { response: { request: draft, depots: [depot('north')], usualDepot: null } }
    },
    confirmRequest: ({ version }) => {
      if (version === 1) throw requestProblem('changed_meanwhile')
      return { response: request([]) }
    },
  })
  await submit()
  expect(await screen.findByText('Title new')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('Someone else has just changed this request.')
  await submit()
  await waitFor(() => expect(sent()).toMatchObject([{ version: 1 }, { version: 2 }]))
})
