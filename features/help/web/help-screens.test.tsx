import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { consentApi } from '#features/account/consent/contract.ts'
import { accountApi, accountProblem } from '#features/account/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { helpApi, type ServiceState } from '../contract.ts'
import { HelpScreen } from './help-screen.tsx'

afterEach(cleanup)

const librarian = {
  user: {
    id: 'u1',
    username: 'a',
    email: 'librarian@school.example',
    firstName: 'Ada',
    lastName: 'Lee',
    roles: ['staff' as const],
  },
  customer: null,
}
const visitor = () => {
  throw accountProblem('sign_in_required')
}
const open = (address: string, fakes: object = {}, path = address.split('?')[0]!) =>
  renderScreen(<HelpScreen />, {
    api: { ...helpApi, ...accountApi, ...consentApi },
    path,
    address,
    fakes: { currentUser: () => librarian, contact: () => ({ response: { replyTo: 'a@b.example' } }), ...fakes },
  })

test('help lists its areas, and a search the topics with those words', async () => {
  open('/help')
  expect(await screen.findByRole('link', { name: 'Search the catalogue' })).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search the help' }), 'check digit')
  const topic = await screen.findByRole('link', { name: 'Why an identifier has no record' })
  expect(topic.getAttribute('href')).toBe('/help/downloads#unmatched')
  expect(screen.queryByRole('link', { name: 'Search the catalogue' })).toBeNull()
  expect(window.location.search).toBe('?query=check+digit')
  await userEvent.type(screen.getByRole('searchbox'), ' zebra')
  expect(await screen.findByRole('heading', { name: 'No topics found' })).toBeTruthy()
})

test('a link to a heading moves the focus there', async () => {
  Element.prototype.scrollIntoView ??= () => undefined
  open('/help/downloads#unmatched', {}, '/help/$area?')
  const heading = await screen.findByRole('heading', { name: 'Why an identifier has no record' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getAllByRole('link', { name: 'Settings' })[0]!.getAttribute('href')).toBe('/mySettings')
})

test('an area that does not exist leads to the others', async () => {
  open('/help/nothing', {}, '/help/$area?')
  expect(await screen.findByRole('link', { name: 'Go to help' })).toBeTruthy()
})

test('a librarian writes about the page and the request that led here', async () => {
  const { calls } = open('/contact?page=%2FdownloadRequest%2Fr1&number=CR1000249')
  await userEvent.click(await screen.findByRole('button', { name: 'Send message' }))
  expect(await screen.findByText('Please enter a message.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Message/ })))
  await userEvent.type(document.activeElement!, 'Where is it?')
  expect(screen.queryByRole('textbox', { name: /^Email/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
  expect(await screen.findByRole('heading', { name: 'Message sent' })).toBe(document.activeElement)
  expect(calls.find(({ name }) => name === 'contact')?.input).toMatchObject({
    message: 'Where is it?',
    page: '/downloadRequest/r1',
    requestNumber: 'CR1000249',
  })
})

test('the address of the page is cut to the length that is accepted', async () => {
  const { calls } = open(`/contact?page=%2Fdiscover%3Fq%3D${'x'.repeat(600)}`)
  await userEvent.type(await screen.findByRole('textbox', { name: /^Message/ }), 'Hello')
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
  expect(await screen.findByRole('heading', { name: 'Message sent' })).toBeTruthy()
  const input = calls.find(({ name }) => name === 'contact')?.input as { page: string }
  expect(input.page).toHaveLength(500)
})

test('the page is left out if the person does not want to tell it; a refusal keeps what was typed', async () => {
  const { calls } = open('/contact?page=%2FmySettings', {
    contact: () => {
      throw new Problem('mail_limit', 429, ['You can send at most 20 emails an hour.'])
    },
  })
  await userEvent.type(await screen.findByRole('textbox', { name: /^Message/ }), 'Hello')
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
  expect(await screen.findByText('You can send at most 20 emails an hour.')).toBeTruthy()
  expect((screen.getByRole('textbox', { name: /^Message/ }) as HTMLTextAreaElement).value).toBe('Hello')
  expect(calls.find(({ name }) => name === 'contact')?.input).toMatchObject({ page: '' })
})

test('a visitor sends nothing before the human check is solved', async () => {
  const { calls } = open('/contact', { currentUser: visitor })
  await userEvent.type(await screen.findByRole('textbox', { name: /^Message/ }), 'Hello')
  await userEvent.type(screen.getByRole('textbox', { name: /^Email/ }), 'a@b.example')
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
  expect(await screen.findByText('Please verify that you are not a robot.')).toBeTruthy()
  expect(calls.map(({ name }) => name)).not.toContain('contact')
})

const statusOf = (...faults: ServiceState['name'][]) => ({
  response: {
    checkedDate: '2026-11-28T10:00:00.000Z',
    services: (['catalogue', 'accounts', 'downloads', 'mails'] as const).map((name) => ({
      name,
      works: !faults.includes(name),
      sinceDate: faults.includes(name) ? '2026-11-28T09:12:00.000Z' : null,
    })),
  },
})

test('the status says what works, what does not and since when', async () => {
  open('/status', { serviceStatus: () => statusOf('mails') })
  expect(await screen.findByText('Some services have problems.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Emails: not working' })).toBeTruthy()
  expect(screen.getByText(/Emails from us arrive later than usual\. Noticed .*2026/)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Search and records: working' })).toBeTruthy()
})

test('the status of a portal that does not answer says so', async () => {
  open('/status', {
    serviceStatus: () => {
      throw new Problem('away', 503, ['secret'])
    },
  })
  expect(await screen.findByRole('heading', { name: 'The portal isn’t responding properly' })).toBeTruthy()
  expect(screen.queryByText('secret')).toBeNull()
})

test('privacy shows the policy in effect', async () => {
  const sections = [{ heading: 'What we keep', paragraphs: ['Your name.'] }]
  const policy = { version: '2026-11', effectiveDate: '2026-11-01', sections, consentTo: '' }
  open('/privacy', { privacyPolicy: () => ({ response: policy }) })
  expect(await screen.findByText('Your name.')).toBeTruthy()
  expect(screen.getByText(/Version 2026-11/)).toBeTruthy()
})
