import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { activationApi, activationProblem } from '#features/school/activation/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { ComplimentaryStudentScreen, FreeTrialScreen } from './activation-screen.tsx'

afterEach(cleanup)

const offer = {
  organisation: 'Bayside School',
  productName: 'Free trial',
  effectiveStartDate: '2026-11-21',
  effectiveEndDate: '2026-12-20',
  newOrganisation: true,
}
const begun = { response: { ...offer, mailedTo: 'l…@bayside.example' } }
const visitor = {
  currentUser: () => {
    throw new Problem('sign_in_required', 403, ['Please sign in.'])
  },
}
const open = (fakes: object = {}, Screen = FreeTrialScreen, path = '/freeTrial') =>
  renderScreen(<Screen />, {
    api: { ...accountApi, ...activationApi },
    path,
    address: `${path}?id=abc`,
    fakes: { ...visitor, checkActivation: () => ({ response: offer }), ...fakes },
  })
const start = async (name = 'Start free trial') => userEvent.click(await screen.findByRole('button', { name }))

test('the page shows the link’s offer and begins nothing until the button is pressed, then once', async () => {
  const { calls } = open({ activateTrial: () => begun })
  expect(await screen.findByText('Bayside School')).toBeTruthy()
  expect(screen.getByText(/20.*December|December 20/)).toBeTruthy()
  expect(calls.map(({ name }) => name)).not.toContain('activateTrial')
  await start()
  expect(await screen.findByRole('heading', { name: 'Your free trial has started' })).toBe(document.activeElement)
  expect(screen.getByText('l…@bayside.example')).toBeTruthy()
  expect(calls.filter(({ name }) => name === 'activateTrial').map(({ input }) => input)).toEqual([{ id: 'abc' }])
})

test('a used link says so and leads to signing in, without a button', async () => {
  const { calls } = open({
    checkActivation: () => {
      throw activationProblem('link_used')
    },
  })
  expect(await screen.findByText('This link has already been used.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
  expect(calls.map(({ name }) => name)).not.toContain('activateTrial')
})

test('student access: the server’s reason for a refusal, else the specification’s message and a retry', async () => {
  let called = 0
  open(
    {
      activateComplimentaryStudent: () => {
        called += 1
        if (called === 1) throw new Problem('away', 503, ['The database is away.'])
        if (called === 2) return new Response('', { status: 400 })
        return Response.json({ responseCode: 400, messages: ['This link has expired.'] })
      },
    },
    ComplimentaryStudentScreen,
    '/complimentary/student',
  )
  await start('Activate student access')
  expect(await screen.findByText('Something went wrong with your processing.')).toBeTruthy()
  await start('Try again')
  await waitFor(() => expect(called).toBe(2))
  expect(await screen.findByText('Something went wrong with your processing.')).toBeTruthy()
  await start('Try again')
  expect(await screen.findByText('This link has expired.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
