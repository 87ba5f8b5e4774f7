import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { type Z3950Login, z3950Api } from '#features/school/z3950/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { humanCheckApi, humanCheckProblem } from '#platform/human-check/contract.ts'
import { Z3950LoginPanel } from './z3950-parts.tsx'

// The widget has its own tests.
vi.mock('#platform/human-check/web/human-check-parts.tsx', async (original) => ({
  ...(await original<object>()),
  HumanCheckBox: ({ onAnswer }: { onAnswer: (answer: string) => void }) => (
    <button type="button" onClick={() => onAnswer('solved')}>
      Prove it
    </button>
  ),
}))

const api = { ...z3950Api, ...humanCheckApi }
const none: Z3950Login = {
  enabled: true,
  userName: 'z10001',
  resetDate: null,
  resetBy: '',
  takesEffectDate: null,
  works: false,
  server: { host: 'portal.example.org', port: 2100, tls: false, database: 'SCIS' },
}
const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
const made: Z3950Login = {
  ...none,
  resetDate: '2026-03-02T10:00:00.000Z',
  resetBy: 'Hillview Assistant',
  takesEffectDate: inAnHour,
}
type Fakes = Parameters<typeof renderScreen<typeof api>>[1]['fakes']

const open = (fakes: Fakes = {}, enabled = true) => {
  let login = none
  return renderScreen(<Z3950LoginPanel customerId="c1" enabled={enabled} />, {
    api,
    fakes: {
      z3950Settings: () => ({ response: login }),
      resetZ3950Password: () => {
        login = made
        return { response: { ...made, password: 'abcde-fghjk-mnpqr-stuvw' } }
      },
      ...fakes,
    },
  })
}
const resets = (calls: { name: PropertyKey; input: unknown }[]) =>
  calls.filter(({ name }) => name === 'resetZ3950Password').map(({ input }) => input)
const dialog = () => screen.findByRole('alertdialog')

afterEach(cleanup)

test('a password is made after a human check, shown once, and then gone', async () => {
  const { calls } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Make a password' }))
  const asking = within(await dialog())
  expect(asking.getByText(/takes up to 60 minutes to take effect/)).toBeTruthy()
  await userEvent.click(asking.getByRole('button', { name: 'Prove it' }))
  await userEvent.click(asking.getByRole('button', { name: 'Make a password' }))
  expect(await screen.findByText('abcde-fghjk-mnpqr-stuvw')).toBeTruthy()
  expect(resets(calls)).toEqual([{ token: 'solved', cust_id: 'c1' }])
  const close = screen.getByRole('button', { name: 'I have noted it' })
  expect(document.activeElement).toBe(close)
  await userEvent.click(close)
  await waitFor(() => expect(screen.queryByText('abcde-fghjk-mnpqr-stuvw')).toBeNull())
  expect(await screen.findByText(/by Hillview Assistant/)).toBeTruthy()
  expect(screen.getByText(/The new password works from/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reset the password' })).toBeTruthy()
})

test('continuing without the check shows a message, and nothing is sent', async () => {
  const { calls } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Make a password' }))
  const asking = within(await dialog())
  await userEvent.click(asking.getByRole('button', { name: 'Make a password' }))
  expect(await asking.findByText('Please verify that you are not a robot.')).toBeTruthy()
  expect(resets(calls)).toEqual([])
})

test('a refused reset shows the specification’s message and the reason, and can be retried', async () => {
  let refused = true
  const { calls } = open({
    resetZ3950Password: () => {
      if (refused) throw humanCheckProblem('not_a_person')
      return { response: { ...made, password: 'abcde-fghjk-mnpqr-stuvw' } }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Make a password' }))
  const asking = within(await dialog())
  const press = async () => {
    await userEvent.click(asking.getByRole('button', { name: 'Prove it' }))
    await userEvent.click(asking.getByRole('button', { name: 'Make a password' }))
  }
  await press()
  expect(await asking.findByText('Error in Z39.50 Settings.')).toBeTruthy()
  expect(asking.getByText('Please verify that you are not a robot.')).toBeTruthy()
  refused = false
  await press()
  expect(await screen.findByText('abcde-fghjk-mnpqr-stuvw')).toBeTruthy()
  expect(resets(calls)).toHaveLength(2)
})

test('a failure to load the login is shown, and it can be reloaded', async () => {
  let away = true
  open({
    z3950Settings: () => {
      if (away) throw new Problem('unexpected', 500, ['It is away.'])
      return { response: made }
    },
  })
  expect(await screen.findByText('Error in Z39.50 Settings.')).toBeTruthy()
  expect(screen.getByText('It is away.')).toBeTruthy()
  away = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('z10001')).toBeTruthy()
})

test.each<[Partial<Z3950Login>, boolean, RegExp]>([
  [{ resetDate: null }, true, /No library system can sign in yet/],
  [{ takesEffectDate: '2026-03-02T10:15:00.000Z' }, true, /Library systems can sign in/],
  [{}, false, /Switched off: nobody can sign in/],
])('the login’s state is shown: %o', async (part, enabled, words) => {
  open({ z3950Settings: () => ({ response: { ...made, ...part } }) }, enabled)
  expect(await screen.findByText(words)).toBeTruthy()
})

test('the server’s address is shown, or that there is none', async () => {
  open({ z3950Settings: () => ({ response: { ...made, takesEffectDate: made.resetDate } }) })
  expect(await screen.findByText('portal.example.org')).toBeTruthy()
  expect(screen.getByText('2100')).toBeTruthy()
  expect(screen.getByText('Library systems can sign in')).toBeTruthy()
  cleanup()
  open({ z3950Settings: () => ({ response: { ...made, server: null } }) })
  expect(await screen.findByText(/this portal does not offer Z39\.50/)).toBeTruthy()
  expect(screen.queryByText('Database')).toBeNull()
})
