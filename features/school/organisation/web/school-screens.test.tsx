import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountApi, type CurrentUser, type Organisation } from '#features/account/contract.ts'
import { advancedApi } from '#features/catalogue/advanced/contract.ts'
import { organisationApi, organisationProblem } from '#features/school/organisation/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { auditApi } from '#platform/audit/contract.ts'
import { SchoolDetailsScreen } from './school-details-screen.tsx'
import { SchoolSettingsScreen } from './school-settings-screen.tsx'

const { countries } = advancedApi
const api = { ...accountApi, ...organisationApi, ...auditApi, countries }
const primary: CurrentUser['user']['roles'] = ['staff', 'organisation-admin', 'primary-contact']

function open(screenShown: 'details' | 'settings', { roles = primary, unlocked = true } = {}) {
  const server = {
    unlocked,
    refuse: false,
    organisation: {
      name: 'Hillview',
      streetAddress1: '12 School Road',
      streetAddress2: '',
      suburbCity: 'Hillview',
      state: 'VIC',
      country: 'Australia',
      postCode: '3999',
      type: 'Government school',
      deliveryAddress: '',
      yearLevel: '',
    } as Organisation,
  }
  const customer = () => ({
    id: 'c1',
    customerNo: '10001',
    name: server.organisation.name,
    subscriptions: [],
    emailDomain: '',
    contacts: [],
    organisation: server.organisation,
  })
  const state = () => ({
    response: {
      unlockedUntilDate: server.unlocked ? new Date(Date.now() + 600_000).toISOString() : null,
      lockedUntilDate: null,
      hasPin: true,
      mailedTo: 'librarian@hillview.example',
    },
  })
  const view = renderScreen(screenShown === 'details' ? <SchoolDetailsScreen /> : <SchoolSettingsScreen />, {
    api,
    path: '/schoolDetails',
    fakes: {
      currentUser: () => ({
        user: { id: 'u1', username: 'l', email: 'l@hillview.example', firstName: 'L', lastName: 'B', roles },
        customer: customer(),
      }),
      pinState: state,
      retrievePin: state,
      countries: () =>
        [
          { code: 'nz', name: 'New Zealand' },
          { code: 'xxc', name: 'Gone' },
        ] as never,
      updateCustomer: ({ organisation }) => {
        if (server.refuse) throw organisationProblem('primary_contact_only')
        server.organisation = { ...server.organisation, ...organisation } as Organisation
        return { customer: customer() }
      },
      customerAudit: () => ({
        totalCount: 1,
        response: [
          {
            id: '1',
            happenedDate: '2026-01-02T03:04:05.000Z',
            customerId: 'c1',
            customerName: 'Hillview',
            changedBy: 'Hillview Assistant',
            action: 'contact_removed',
            cameFrom: '',
            subject: '<b>Office</b>',
            before: { email: 'office@hillview.example' },
            after: {},
          },
        ],
      }),
    },
  })
  const sent = () => view.calls.filter(({ name }) => name === 'updateCustomer').map(({ input }) => input)
  return { ...view, server, sent }
}

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

test('the primary contact changes the details after the PIN; only changed values are sent', async () => {
  const { sent } = open('details')
  const street = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Street address' })
  await userEvent.clear(street)
  await userEvent.type(street, '14 School Road')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State or region' }), 'TAS')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('You details have been saved')).toBeTruthy()
  expect(sent()).toEqual([{ organisation: { streetAddress1: '14 School Road', state: 'TAS' } }])
  expect(sessionStorage).toHaveLength(0)
})

test('outside Australia a region is typed; former countries are not offered', async () => {
  open('details')
  const country = await screen.findByRole('combobox', { name: 'Country' })
  await userEvent.selectOptions(country, 'New Zealand')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'State or region' }).value).toBe('VIC')
  expect(screen.queryByRole('option', { name: 'Gone' })).toBeNull()
})

test('the input survives a refusal and a reload', async () => {
  const { server, unmount } = open('details')
  server.refuse = true
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await userEvent.clear(name)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Please enter your organisation’s name')).toBeTruthy()
  await userEvent.type(name, 'Hillview Campus')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('There was a problem while saving your details')).toBeTruthy()
  expect(screen.getByText('Only the primary contact can change this.')).toBeTruthy()
  unmount()
  open('details')
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Hillview Campus')
})

test('while locked, or for other staff, the details are read-only', async () => {
  const { unmount } = open('details', { unlocked: false })
  expect(await screen.findByText('12 School Road')).toBeTruthy()
  expect(await screen.findByLabelText('PIN')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
  unmount()
  open('details', { roles: ['staff'] })
  expect(await screen.findByText(/Only the primary contact can change this/)).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
})

test('other staff are not asked for a PIN that would unlock nothing for them', async () => {
  const { unmount } = open('settings', { unlocked: false })
  expect(await screen.findByLabelText('PIN')).toBeTruthy()
  unmount()
  const { calls } = open('settings', { roles: ['staff'] })
  expect(await screen.findByText('<b>Office</b>')).toBeTruthy()
  expect(calls.map(({ name }) => name)).not.toContain('pinState')
})

test('a new PIN is in the list of changes at once', async () => {
  const { calls } = open('settings', { unlocked: false })
  expect(await screen.findByText('<b>Office</b>')).toBeTruthy()
  const lists = () => calls.filter(({ name }) => name === 'customerAudit').length
  expect(lists()).toBe(1)
  await userEvent.click(await screen.findByRole('button', { name: 'Email a new PIN' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Email a new PIN' }))
  await waitFor(() => expect(lists()).toBe(2))
})

test('type and year level are chosen from the lists, and every change is listed with its author', async () => {
  const { sent } = open('settings')
  expect(await screen.findByRole('group', { name: 'School type' })).toBeTruthy()
  expect(screen.getAllByRole('radio').map((each) => each.closest('label')!.textContent)).toEqual([
    'Government school',
    'Independent school',
    'Catholic school',
    'School (other)',
    'Tertiary',
    'Primary',
    'Secondary',
    'Pre-school',
    'Other',
  ])
  await userEvent.click(screen.getByRole('radio', { name: 'Pre-school' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('You details have been saved')).toBeTruthy()
  expect(sent()).toEqual([{ organisation: { yearLevel: 'Pre-school' } }])
  expect(await screen.findByText('<b>Office</b>')).toBeTruthy()
  expect(screen.getByText('Hillview Assistant')).toBeTruthy()
})
