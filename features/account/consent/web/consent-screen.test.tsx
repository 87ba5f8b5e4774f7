import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { consentApi, consentProblem, type Policy } from '#features/account/consent/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { ConsentScreen } from './consent-screen.tsx'

afterEach(cleanup)

const policy: Policy = {
  version: '2026-11',
  effectiveDate: '2026-11-01',
  sections: [{ heading: 'What we keep', paragraphs: ['Your <b>name</b>.'] }],
  consentTo: 'May we write to you?',
}
const shown = { response: { isUuidConsumed: false, policy, addressee: 'Hillview Librarian' } }
const open = (fakes: object = {}, address = '/privacy-policy-consent?uuid=u1') =>
  renderScreen(<ConsentScreen />, {
    api: consentApi,
    path: '/privacy-policy-consent',
    address,
    fakes: { validateConsentLink: () => shown, ...fakes },
  })
const choose = async (name: string) => userEvent.click(await screen.findByRole('radio', { name }))
const submit = async () => userEvent.click(await screen.findByRole('button', { name: 'Submit' }))

test('the policy is shown as text, nothing is preselected, and both questions require an answer', async () => {
  const { calls } = open()
  expect(await screen.findByText('Your <b>name</b>.')).toBeTruthy()
  for (const each of screen.getAllByRole('radio')) expect((each as HTMLInputElement).checked).toBe(false)
  await submit()
  expect(await screen.findByRole('link', { name: 'Please choose whether you consent.' })).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Please choose whether you accept the privacy policy.' }))
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Yes, I accept it' }))
  expect(calls.map(({ name }) => name)).toEqual(['validateConsentLink'])
})

test('consent can be withheld, and the answers are sent with the version that was read', async () => {
  const { calls } = open({ updateConsent: () => ({ messages: ['Your answers have been saved'] }) })
  await choose('Yes, I accept it')
  await choose('No, I don’t consent')
  await submit()
  expect(await screen.findByRole('heading', { name: 'Your answers have been saved' })).toBe(document.activeElement)
  expect(calls.at(-1)?.input).toEqual({ uuid: 'u1', hasAccepted: true, hasConsented: false, policyVersion: '2026-11' })
})

test('a link that has been answered shows no form', async () => {
  open({ validateConsentLink: () => ({ response: { isUuidConsumed: true, policy: null, addressee: '' } }) })
  expect(await screen.findByRole('heading', { name: 'Consent has already been submitted' })).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a wrong link says why; one without a uuid sends no request', async () => {
  open({
    validateConsentLink: () => {
      throw consentProblem('link_unknown')
    },
  })
  expect(await screen.findByRole('heading', { name: /This link is not valid/ })).toBeTruthy()
  cleanup()
  const { calls } = open({}, '/privacy-policy-consent')
  expect(await screen.findByRole('heading', { name: 'The address of this page is incomplete.' })).toBeTruthy()
  expect(calls).toEqual([])
})

test('another failure shows its first message, or its body if that is a short text', async () => {
  const failures = [
    Response.json({ messages: ['First', 'Second'] }, { status: 400 }),
    new Response('Closed for today', { status: 400 }),
  ]
  for (const name of ['First', 'Closed for today']) {
    open({ validateConsentLink: () => failures.shift() })
    expect(await screen.findByRole('heading', { name })).toBeTruthy()
    cleanup()
  }
})

test('choices survive a failure; an answer that comes too late ends the form', async () => {
  let called = 0
  open({
    updateConsent: () => {
      called += 1
      if (called === 1) throw new Problem('away', 503, ['The database is away.'])
      throw consentProblem('consent_submitted')
    },
  })
  await choose('No, I don’t accept it')
  await choose('Yes, I consent')
  await submit()
  expect(await screen.findByText('The database is away.')).toBeTruthy()
  expect((screen.getByRole('radio', { name: 'Yes, I consent' }) as HTMLInputElement).checked).toBe(true)
  await submit()
  expect(await screen.findByRole('heading', { name: 'Consent has already been submitted' })).toBeTruthy()
})
