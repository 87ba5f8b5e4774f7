import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { deskApi } from '#features/desk/contract.ts'
import { type DeskDepot, depotProblem, depotsApi } from '#features/school/depots/contract.ts'
import { type fakeServer, renderScreen } from '#kit/web/testing.tsx'
import { DepotsScreen } from './depots-screen.tsx'

const api = { ...accountApi, ...deskApi, ...depotsApi }
type Fakes = Parameters<typeof fakeServer<typeof api>>[1]

const north: DeskDepot = {
  ...{
    id: 'north',
    name: 'Depot North',
    streetAddress1: '1 Quay',
    streetAddress2: '',
    suburbCity: 'Town',
    state: 'VIC',
  },
  ...{ country: 'Australia', postCode: '3999', note: '', customerId: null, organisation: '', version: 4 },
  ...{ withdrawn: false, openItems: 12 },
}

function open(depots: DeskDepot[], fakes: Fakes = {}) {
  const view = renderScreen(<DepotsScreen />, {
    api,
    path: '/desk/depots',
    fakes: {
      currentUser: () => ({
        user: { id: 'd', username: 'd', email: 'd@p.example', firstName: 'C', lastName: 'D', roles: ['desk' as const] },
        customer: null,
      }),
      deskDepots: () => ({ response: depots }),
      addDepot: () => ({ response: north }),
      changeDepot: () => ({ response: north }),
      ...fakes,
    },
  })
  return (name: string) => view.calls.filter((each) => each.name === name).map(({ input }) => input)
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

afterEach(cleanup)

test('depots are listed with address, school and number of waiting items', async () => {
  open([north, { ...north, id: 's', name: 'Own', customerId: 'c1', organisation: 'Hillview', withdrawn: true }])
  const line = (await screen.findByText('Depot North')).closest('tr')!
  expect(line.textContent).toContain('1 Quay, Town VIC 3999, Australia')
  expect(line.textContent).toContain('12')
  const own = screen.getByText('Own').closest('tr')!
  expect(within(own).getByRole('link', { name: 'Hillview' }).getAttribute('href')).toBe('/desk/organisations/c1')
  expect(own.textContent).toContain('Not offered')
})

test('missing values of a new depot are reported on their fields, and nothing is sent until they are there', async () => {
  const sent = open([])
  await press('Add depot')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a depot' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Add depot' }))
  expect(dialog.getByText('Please enter a name.')).toBeTruthy()
  expect(sent('addDepot')).toEqual([])
  await userEvent.type(dialog.getByLabelText('Name'), 'Depot West')
  await userEvent.type(dialog.getByLabelText('Street address'), '2 Wharf')
  await userEvent.type(dialog.getByLabelText('Suburb or city'), 'Perth')
  await userEvent.click(dialog.getByRole('button', { name: 'Add depot' }))
  await waitFor(() =>
    expect(sent('addDepot')).toMatchObject([
      { name: 'Depot West', streetAddress1: '2 Wharf', suburbCity: 'Perth', country: 'Australia', customerId: null },
    ]),
  )
})

test('a change sends the version that was read; the input survives a refusal', async () => {
  const sent = open([north], {
    changeDepot: () => {
      throw depotProblem('depot_changed')
    },
  })
  await press('Change Depot North')
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Depot N')
  await press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else has just changed this depot.')
  expect(name.value).toBe('Depot N')
  expect(sent('changeDepot')).toMatchObject([{ depotId: 'north', version: 4, name: 'Depot N', state: 'VIC' }])
})

test('a depot is withdrawn after a confirmation that shows what is on its way', async () => {
  const sent = open([north])
  await press('Stop offering Depot North')
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/12 open items are on their way/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Stop offering' }))
  await waitFor(() => expect(sent('changeDepot')).toEqual([{ depotId: 'north', version: 4, withdrawn: true }]))
})
