import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { deskApi, type PersonLine } from '#features/desk/contract.ts'
import type { Reply } from '#kit/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import type { PersonView } from './desk-views.ts'
import { PersonSignIn } from './person-sign-in.tsx'

afterEach(cleanup)

const ann: PersonLine = {
  ...{ id: 'u1', username: 'ann@school.example', email: 'ann@mail.example', firstName: 'Ann', lastName: 'Lee' },
  ...{ role: 'staff', customerId: 'c1', organisation: 'Hillview', disabled: false, canSignIn: true },
  ...{ secondFactor: false, sessions: 0, lastSeenDate: null },
}
type Found = Reply<typeof deskApi.personSignIn>['response']
const usual: Found = {
  ...{ person: ann, hasPassword: true, passwordDate: null, services: [], authenticatorApp: false, passkeys: 0 },
  onlyService: null,
  ...{ lastSignIn: null, refusedToday: [], subscribedUntil: '2026-06-30', subscribed: true },
}

test.each<[Partial<Found>, RegExp, string | undefined]>([
  [{}, /^Yes\s*$/, 'Email a password link…'],
  [{ person: { ...ann, disabled: true } }, /^No\s+The account is disabled\.$/, 'Enable account…'],
  [{ person: { ...ann, canSignIn: false } }, /^Not yet\s+No password/, 'Email a password link…'],
  [{ subscribed: false }, /^Yes\s+But the school’s subscription ended on .*2026/, 'Email a password link…'],
  [{ subscribed: false, subscribedUntil: null }, /subscription has not started/, 'Email a password link…'],
  [{ onlyService: 'Google' }, /^With Google\s+The school has turned passwords off\.$/, undefined],
])('%j: the dialog says whether the person can sign in, and offers the remedy', async (found, verdict, remedy) => {
  renderScreen(
    <PersonSignIn
      person={ann as unknown as PersonView}
      name="Ann Lee"
      fixed={false}
      onAction={() => {}}
      onClose={() => {}}
    />,
    { api: deskApi, path: '/desk/users', fakes: { personSignIn: () => ({ response: { ...usual, ...found } }) } },
  )
  expect(await screen.findByText('Second step')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /…$/ })?.textContent).toBe(remedy)
  expect(document.querySelector('[role=dialog] p')?.textContent).toMatch(verdict)
})
