import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { checkSignInApi, type SignInCheck } from '#features/library-systems/check-sign-in/contract.ts'
import type { FileFormat } from '#features/school/settings/contract.ts'
import { type Z3950Login, z3950Api } from '#features/school/z3950/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { humanCheckApi, humanCheckProblem } from '#platform/human-check/contract.ts'
import { LibrarySystemField } from './library-system-parts.tsx'
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

const api = { ...z3950Api, ...checkSignInApi, ...humanCheckApi }
const none: Z3950Login = {
  enabled: true,
  userName: 'z10001',
  resetDate: null,
  resetBy: '',
  takesEffectDate: null,
  works: false,
  server: { host: 'portal.example.org', port: 2100, tls: false, database: 'SCIS' },
  addresses: { sru: 'https://portal.example.org/sru', oai: 'https://portal.example.org/oai' },
  librarySystem: '',
}
const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
const made: Z3950Login = {
  ...none,
  resetDate: '2026-03-02T10:00:00.000Z',
  resetBy: 'Hillview Assistant',
  takesEffectDate: inAnHour,
}
type Fakes = Parameters<typeof renderScreen<typeof api>>[1]['fakes']

const onFormat = vi.fn()
const open = (fakes: Fakes = {}, enabled = true, format: FileFormat = 'MARC_21') => {
  let login = none
  const screens = (
    <>
      <LibrarySystemField customerId="c1" format={format} onFormat={onFormat} />
      <Z3950LoginPanel customerId="c1" enabled={enabled} format={format} />
    </>
  )
  return renderScreen(screens, {
    api,
    fakes: {
      z3950Settings: () => ({ response: login }),
      resetZ3950Password: () => {
        login = made
        return { response: { ...made, password: 'abcde-fghjk-mnpqr-stuvw' } }
      },
      chooseLibrarySystem: ({ librarySystem }) => {
        login = { ...login, librarySystem }
        return { response: login }
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
  await userEvent.click(await screen.findByRole('button', { name: 'Create password' }))
  const asking = within(await dialog())
  expect(asking.getByText(/takes up to 60 minutes to take effect/)).toBeTruthy()
  await userEvent.click(asking.getByRole('button', { name: 'Prove it' }))
  await userEvent.click(asking.getByRole('button', { name: 'Create password' }))
  expect(await screen.findByText('abcde-fghjk-mnpqr-stuvw')).toBeTruthy()
  expect(resets(calls)).toEqual([{ token: 'solved', cust_id: 'c1' }])
  const close = screen.getByRole('button', { name: 'I’ve saved it' })
  expect(document.activeElement).toBe(close)
  await userEvent.click(close)
  await waitFor(() => expect(screen.queryByText('abcde-fghjk-mnpqr-stuvw')).toBeNull())
  expect(await screen.findByText(/by Hillview Assistant/)).toBeTruthy()
  expect(screen.getByText(/The new password works from/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reset password' })).toBeTruthy()
})

test('continuing without the check shows a message, and nothing is sent', async () => {
  const { calls } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Create password' }))
  const asking = within(await dialog())
  await userEvent.click(asking.getByRole('button', { name: 'Create password' }))
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
  await userEvent.click(await screen.findByRole('button', { name: 'Create password' }))
  const asking = within(await dialog())
  const press = async () => {
    await userEvent.click(asking.getByRole('button', { name: 'Prove it' }))
    await userEvent.click(asking.getByRole('button', { name: 'Create password' }))
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
  expect(screen.getByText('Unable to retrieve your library system. Please contact your administrator')).toBeTruthy()
  away = false
  // Both need the same reply.
  await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
  expect(await screen.findByText('z10001')).toBeTruthy()
  expect(screen.getByLabelText('Pick your library system')).toBeTruthy()
})

test.each<[Partial<Z3950Login>, boolean, RegExp]>([
  [{ resetDate: null }, true, /Library systems can’t sign in yet/],
  [{ takesEffectDate: '2026-03-02T10:15:00.000Z' }, true, /Library systems can sign in/],
  [{}, false, /Turned off: library systems can’t sign in/],
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
  expect(await screen.findByText(/This portal does not offer Z39\.50/)).toBeTruthy()
  expect(screen.queryByText('Database')).toBeNull()
})

test('the values have the names of the library system, which is chosen for the whole school', async () => {
  const { calls } = open()
  await userEvent.selectOptions(await screen.findByLabelText('Pick your library system'), 'Koha')
  expect(screen.getByText('Hostname')).toBeTruthy()
  expect(screen.getByText('Userid')).toBeTruthy()
  expect(screen.getByText('Encoding').nextElementSibling?.textContent).toBe('utf8')
  expect(screen.getByText(/Administration › Z39\.50\/SRU servers/)).toBeTruthy()
  const sent = () => calls.filter(({ name }) => name === 'chooseLibrarySystem').map(({ input }) => input)
  expect(sent()).toEqual([{ cust_id: 'c1', librarySystem: 'koha' }])
  cleanup()
  open({ z3950Settings: () => ({ response: { ...none, librarySystem: 'koha' } }) })
  expect(await screen.findByDisplayValue('Koha')).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Pick your library system'), 'Oliver')
  expect(screen.getByText('Host')).toBeTruthy()
  expect(screen.queryByText('Encoding')).toBeNull()
  expect(screen.getByText('Character set').nextElementSibling?.textContent).toBe('UTF-8')
})

test('a choice that cannot be saved is undone, and the reason is shown', async () => {
  open({
    chooseLibrarySystem: () => {
      throw new Problem('unexpected', 500, ['It is away.'])
    },
  })
  await userEvent.selectOptions(await screen.findByLabelText('Pick your library system'), 'Koha')
  expect(await screen.findByText('It is away.')).toBeTruthy()
  expect(screen.getByDisplayValue('Choose…')).toBeTruthy()
})

test('the addresses of SRU and OAI-PMH can be copied, with what programs sign in with', async () => {
  const user = userEvent.setup()
  open({ z3950Settings: () => ({ response: { ...none, server: null } }) })
  await user.click(await screen.findByRole('button', { name: 'Copy SRU address' }))
  expect(await navigator.clipboard.readText()).toBe('https://portal.example.org/sru')
  await user.click(screen.getByRole('button', { name: 'Copy OAI-PMH address' }))
  expect(await navigator.clipboard.readText()).toBe('https://portal.example.org/oai')
  expect(screen.getByText(/with the Z39\.50 username and password, or with the API user/)).toBeTruthy()
})

test.each([
  ['Koha', 'MARC_21_MARC8', true],
  ['Koha', 'MARC_21', false],
  ['Oliver', 'MARC_21_MARC8', false],
] as const)('for %s, downloads in %s: Unicode is offered: %s', async (name, format, offered) => {
  open({}, true, format)
  await userEvent.selectOptions(await screen.findByLabelText('Pick your library system'), name)
  const button = screen.queryByRole('button', { name: 'Choose Unicode' })
  expect(button !== null).toBe(offered)
  if (!button) return
  await userEvent.click(button)
  expect(onFormat).toHaveBeenCalledWith('MARC_21')
})

test('downloads in a format that library systems do not import can be changed', async () => {
  open({}, true, 'XLSX')
  await userEvent.selectOptions(await screen.findByLabelText('Pick your library system'), 'Destiny')
  expect(screen.getByText(/Destiny reads MARC 21, but your downloads are in another format/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Choose MARC 21' }))
  expect(onFormat).toHaveBeenCalledWith('MARC_21')
})

test.each<[Partial<SignInCheck>, RegExp]>([
  [{ outcome: 'works' }, /It works\. Your library system can search 3,456 records/],
  [{ outcome: 'wrong_password' }, /That password is incorrect/],
  [{ outcome: 'former_password' }, /That is the old password/],
  [{ outcome: 'not_yet', takesEffectDate: inAnHour }, /This password works from/],
  [{ outcome: 'no_password' }, /There’s no password yet\. Create one first/],
  [{ outcome: 'switched_off' }, /Z39\.50 is turned off\. Allow/],
  [{ outcome: 'no_subscription' }, /no current subscription/],
  [{ outcome: 'not_offered' }, /doesn’t offer Z39\.50/],
  [{ outcome: 'unreachable' }, /isn’t responding/],
  [{ outcome: 'refused' }, /the server refused it/],
])('the sign-in is checked by keyboard: %o', async (outcome, sentence) => {
  const { calls } = open({
    checkSignIn: () => ({ response: { outcome: 'works', takesEffectDate: null, records: 3456, ...outcome } }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Check the sign-in' }))
  const asking = within(await screen.findByRole('dialog'))
  await userEvent.click(asking.getByRole('button', { name: 'Sign in' }))
  expect(await asking.findByText('Enter the password.')).toBeTruthy()
  await userEvent.type(asking.getByLabelText('Z39.50 password'), ' abcde-fghjk {Enter}')
  expect(await asking.findByText(sentence)).toBeTruthy()
  const sent = calls.filter(({ name }) => name === 'checkSignIn').map(({ input }) => input)
  expect(sent).toEqual([{ cust_id: 'c1', password: 'abcde-fghjk' }])
})

test('a login that works without a reset is not called missing', async () => {
  open({ z3950Settings: () => ({ response: { ...none, works: true } }) })
  expect(await screen.findByText('Library systems can sign in')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reset password' })).toBeTruthy()
})
