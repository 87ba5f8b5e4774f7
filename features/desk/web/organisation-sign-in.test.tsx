import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { deskApi } from '#features/desk/contract.ts'
import type { Reply } from '#kit/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { OrganisationSignIn } from './organisation-sign-in.tsx'

afterEach(cleanup)

type Found = Reply<typeof deskApi.organisationSignIn>['response']
const usual: Found = {
  ...{ people: 3, canSignIn: 3, disabled: 0, secondFactor: 1, onlyService: null, lastSignIn: null },
  ...{ refusedToday: [], subscribedUntil: '2026-06-30', subscribed: true },
}

test.each<[Partial<Found>, RegExp]>([
  [{}, /^Yes\s*$/],
  [{ people: 0, canSignIn: 0 }, /^No\s+The school has no accounts/],
  [{ canSignIn: 0, disabled: 3 }, /^No\s+All accounts are disabled/],
  [{ canSignIn: 0, disabled: 1 }, /^Not yet\s+No one has chosen a password/],
  [{ canSignIn: 2 }, /^2 of 3\s*$/],
  [{ subscribed: false }, /^Yes\s+But the school’s subscription ended on .*2026/],
  [{ onlyService: 'Google' }, /^Yes\s+Only the primary contact can use a password; others use Google/],
])('%j: the dialog says whether people at the school can sign in', async (found, verdict) => {
  renderScreen(<OrganisationSignIn organisation={{ id: 'c1', name: 'Hillview' }} onClose={() => {}} />, {
    ...{ api: deskApi, path: '/desk/organisations/c1' },
    fakes: { organisationSignIn: () => ({ response: { ...usual, ...found } }) },
  })
  expect(await screen.findByText('Second step')).toBeTruthy()
  expect(document.querySelector('[role=dialog] p')?.textContent).toMatch(verdict)
})
