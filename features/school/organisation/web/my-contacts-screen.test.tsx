import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi, type CurrentUser, type Customer } from '#features/account/contract.ts'
import { organisationApi, organisationProblem } from '#features/school/organisation/contract.ts'
import { contactsFault, contactType } from '#features/school/organisation/rules.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { MyContactsScreen } from './my-contacts-screen.tsx'

const api = { ...accountApi, ...organisationApi }
const contact = (id: string, more: object) => ({
  id,
  firstName: 'Hillview',
  lastName: id,
  email: `${id}@hillview.example`.toLowerCase(),
  primaryContact: false,
  invoicingContact: false,
  libraryContact: true,
  marketingMaterial: false,
  type: 'LIBRARY' as const,
  ...more,
})
const librarian = contact('Librarian', { primaryContact: true, type: 'PRIMARY' })
const office = contact('Office', { invoicingContact: true, libraryContact: false, type: 'BILLING' })
const inTenMinutes = () => new Date(Date.now() + 600_000).toISOString()

/** A server with contacts behind a PIN. */
function open({ roles = ['staff'] as CurrentUser['user']['roles'], unlocked = true } = {}) {
  const server = { unlocked, contacts: [librarian, office] as NonNullable<Customer['contacts']>, version: 1 }
  const customer = (): Customer => ({
    id: 'c1',
    customerNo: '10001',
    name: 'Hillview',
    subscriptions: [],
    emailDomain: 'hillview.example',
    contacts: server.contacts,
    contactsVersion: server.version,
  })
  const state = () => ({
    response: {
      unlockedUntilDate: server.unlocked ? inTenMinutes() : null,
      lockedUntilDate: null,
      hasPin: true,
      mailedTo: 'l•••n@hillview.example',
    },
  })
  const view = renderScreen(<MyContactsScreen />, {
    api,
    path: '/myContacts',
    fakes: {
      currentUser: () => ({
        user: { id: 'u1', username: 'l', email: 'l@hillview.example', firstName: 'L', lastName: 'B', roles },
        customer: customer(),
      }),
      pinState: state,
      enterPin: ({ pin }) => {
        if (pin !== '246810') throw organisationProblem('pin_wrong')
        server.unlocked = true
        return state()
      },
      retrievePin: state,
      lockAgain: () => {
        server.unlocked = false
        return state()
      },
      updateCustomer: ({ contacts = [], contactsVersion }) => {
        if (!server.unlocked) throw organisationProblem('pin_required')
        if (contactsVersion !== server.version) throw organisationProblem('contacts_changed')
        if (contactsFault(contacts) === 'invoicing') throw organisationProblem('invoicing_contact_missing')
        server.version += 1
        server.contacts = contacts.map((each, index) => ({
          ...each,
          id: each.id ?? `new-${index}`,
          type: contactType(each),
        }))
        return { customer: customer() }
      },
    },
  })
  const sent = () =>
    view.calls.filter(({ name }) => name === 'updateCustomer').map(({ input }) => input as { contacts: object[] })
  return { ...view, server, sent }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => userEvent.click(await button(name))
const dialog = async (name: RegExp | string) =>
  within(await screen.findByRole(/Remove/.test(String(name)) ? 'alertdialog' : 'dialog', { name }))
const pinField = () => screen.findByLabelText<HTMLInputElement>('PIN')

afterEach(cleanup)

test('all staff can read contacts, and change them after the PIN', async () => {
  open({ unlocked: false })
  expect(await screen.findByText('Hillview Office')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a contact' })).toBeNull()

  await userEvent.type(await pinField(), '24x')
  await press('Unlock')
  expect(await screen.findByText('A PIN must be digits only')).toBeTruthy()
  expect(document.activeElement).toBe(await pinField())
  await userEvent.clear(await pinField())
  await userEvent.type(await pinField(), '111111{Enter}')
  expect(await screen.findByText('Incorrect PIN.')).toBeTruthy()
  await userEvent.type(await pinField(), '246810{Enter}')
  expect(await screen.findByText(/Unlocked until/)).toBeTruthy()
  expect(await button('Add a contact')).toBeTruthy()
  // Keyboard users continue there, not at the top of the page.
  expect(document.activeElement?.textContent).toMatch(/^Unlocked until/)
  await press('Lock now')
  expect(await pinField()).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Changes are locked' }))
  expect(screen.queryByRole('button', { name: 'Add a contact' })).toBeNull()
})

test('a new contact defaults to library contact without marketing', async () => {
  const { sent } = open()
  await press('Add a contact')
  const form = await dialog('Add a contact')
  expect(form.getByRole<HTMLInputElement>('checkbox', { name: /^Library contact/ }).checked).toBe(true)
  expect(form.getByRole<HTMLInputElement>('checkbox', { name: /^Invoicing contact/ }).checked).toBe(false)
  expect(form.getByRole<HTMLInputElement>('checkbox', { name: /^Marketing material/ }).checked).toBe(false)
  // Only the primary contact can hand that over.
  expect(form.queryByRole('checkbox', { name: /^Primary contact/ })).toBeNull()

  await userEvent.click(form.getByRole('button', { name: 'Add contact' }))
  expect(await form.findByText('Please enter a name')).toBeTruthy()
  expect(form.getByText('Please enter a single email address')).toBeTruthy()
  expect(sent()).toEqual([])
  await userEvent.type(form.getByRole('textbox', { name: 'First name' }), 'Front')
  await userEvent.type(form.getByRole('textbox', { name: 'Email' }), 'front@hillview.example')
  await userEvent.click(form.getByRole('button', { name: 'Add contact' }))
  expect(await screen.findByText('You details have been saved')).toBeTruthy()
  expect(screen.getByText('front@hillview.example')).toBeTruthy()
  expect(sent()[0]!.contacts).toHaveLength(3)
})

test('the last invoicing contact cannot be removed, and a message says so', async () => {
  const { server } = open()
  await press('Remove Hillview Office')
  const confirm = await dialog('Remove Hillview Office?')
  await userEvent.click(confirm.getByRole('button', { name: 'Remove' }))
  expect(await confirm.findByText('There was a problem while saving your details')).toBeTruthy()
  expect(confirm.getByText('There should be atleast one invoicing contact')).toBeTruthy()
  expect(server.contacts).toHaveLength(2)
})

test('when the unlock has expired, the dialog asks for the PIN and keeps the input', async () => {
  const { server } = open()
  await press('Change Hillview Office')
  const form = await dialog('Change Hillview Office')
  server.unlocked = false
  const name = form.getByRole<HTMLInputElement>('textbox', { name: 'Last name' })
  await userEvent.clear(name)
  await userEvent.type(name, 'Accounts')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Please enter the PIN first.')).toBeTruthy()
  expect(name.value).toBe('Accounts')
  await userEvent.type(form.getByLabelText('PIN'), '246810')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Hillview Accounts')).toBeTruthy()
})

test('saving over another person’s changes is refused, and can continue with the latest list', async () => {
  const { server, sent } = open()
  await press('Change Hillview Office')
  const form = await dialog('Change Hillview Office')
  server.version = 7
  server.contacts = [...server.contacts, contact('Teacher', {})]
  await userEvent.click(form.getByRole('checkbox', { name: /^Marketing material/ }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText(/Someone else has just changed the contacts/)).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('You details have been saved')).toBeTruthy()
  expect(sent().at(-1)!.contacts).toHaveLength(3)
})

test('the primary contact hands over with one checkbox, after an explanation', async () => {
  const { server } = open({ roles: ['staff', 'organisation-admin', 'primary-contact'] })
  await press('Change Hillview Office')
  const form = await dialog('Change Hillview Office')
  await userEvent.click(form.getByRole('checkbox', { name: /^Primary contact/ }))
  expect(form.getByText(/also get your right/)).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('You details have been saved')).toBeTruthy()
  expect(server.contacts.filter(({ primaryContact }) => primaryContact).map(({ id }) => id)).toEqual(['Office'])
})

test('a new PIN is emailed after confirmation, and the address is shown', async () => {
  const { calls } = open({ unlocked: false })
  await userEvent.type(await pinField(), '111111{Enter}')
  expect(await screen.findByText('Incorrect PIN.')).toBeTruthy()
  await press('Email a new PIN')
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Email a new PIN?' }))
  expect(calls.filter(({ name }) => name === 'retrievePin')).toEqual([])
  await userEvent.click(confirm.getByRole('button', { name: 'Email a new PIN' }))
  expect(await screen.findByText('We emailed a new PIN to l•••n@hillview.example.')).toBeTruthy()
  // That message was about the former one.
  expect(screen.queryByText('Incorrect PIN.')).toBeNull()
})

test('a student sees whose screen it is', async () => {
  open({ roles: ['student'] })
  expect(await screen.findByText('Staff at your school manage this.')).toBeTruthy()
})
