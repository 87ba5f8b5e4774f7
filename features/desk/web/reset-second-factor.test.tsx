import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { proofApi, signInProblem } from '#features/account/sign-in/contract.ts'
import { deskApi, deskProblem, type PersonLine } from '#features/desk/contract.ts'
import { Problem } from '#kit/problem.ts'
import { asks } from '#kit/web/ask-who.ts'
import { type fakeServer, renderScreen } from '#kit/web/testing.tsx'
import { AskWho } from '#shell/shell.tsx'
import { Toasts } from '#ui/overlay/toast.tsx'
import { PeopleScreen } from './people-screen.tsx'

const api = { ...accountApi, ...proofApi, ...deskApi }
type Fakes = Parameters<typeof fakeServer<typeof api>>[1]

const ann: PersonLine = {
  ...{ id: 'u1', username: 'ann@school.example', email: 'ann@mail.example', firstName: 'Ann', lastName: 'Lee' },
  ...{ role: 'staff', customerId: 'c1', organisation: 'Hillview', disabled: false, canSignIn: true },
  ...{ secondFactor: true, sessions: 1, lastSeenDate: null },
}
const bob: PersonLine = { ...ann, id: 'u2', username: 'bob@school.example', firstName: 'Bob', secondFactor: false }
const desk = { id: 'd', username: 'd', email: 'd@provider.example', firstName: 'C', lastName: 'D' }

/** The desk's sign-in is too old to be a proof: `right` is their password. */
function open(fakes: Fakes = {}) {
  let people = [ann, bob]
  let proven = false
  const { calls } = renderScreen(
    <>
      <AskWho code="proof_needed" />
      <PeopleScreen />
      <Toasts />
    </>,
    {
      api,
      path: '/desk/users',
      fakes: {
        currentUser: () => ({ user: { ...desk, roles: ['desk' as const] }, customer: null }),
        deskPeople: () => ({ response: people, totalCount: people.length }),
        waysToProve: () => ({ response: ['password' as const] }),
        giveProof: ({ password }) => {
          const sentence = 'Incorrect password.'
          if (password !== 'right')
            throw signInProblem('password_wrong', { messages: [sentence], errors: { password: [sentence] } })
          proven = true
          return {}
        },
        resetSecondFactor: ({ userId }) => {
          if (!proven) throw new Problem('proof_needed', 403, ['Please confirm it’s you.'])
          people = people.map((each) => (each.id === userId ? { ...each, secondFactor: false, sessions: 0 } : each))
          return { response: people[0]! }
        },
        ...fakes,
      },
    },
  )
  return () => calls.filter(({ name }) => name === 'resetSecondFactor').map(({ input }) => input)
}
const menuOf = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  return within(await screen.findByRole('menu'))
}
const choose = async () => {
  await userEvent.click((await menuOf('Ann Lee')).getByRole('menuitem', { name: 'Reset second factor…' }))
  return within(await screen.findByRole('alertdialog', { name: 'Reset Ann Lee’s second factor?' }))
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const prove = async (password: string) => {
  const field = await screen.findByLabelText('Password')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.clear(field)
  await userEvent.type(field, password)
  await press('Continue')
}

afterEach(() => {
  cleanup()
  delete asks.proof_needed
})

test('only a person with a second factor can have it reset', async () => {
  open()
  expect((await menuOf('Bob Lee')).queryByRole('menuitem', { name: /second factor/ })).toBeNull()
})

test('the dialog says what happens and whose identity to verify, and Cancel does nothing', async () => {
  const sent = open()
  const dialog = await choose()
  expect(dialog.getByText(/Check who you are speaking to/).textContent).toContain('end all sessions')
  expect(dialog.getByText(/email ann@mail\.example/)).toBeTruthy()
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent()).toEqual([])
})

test('after confirming one’s own password it is reset and reported, and the person has none left', async () => {
  const sent = open()
  await choose()
  await press('Reset')
  await screen.findByRole('dialog', { name: 'Confirm it’s you' })
  await prove('wrong')
  expect(await screen.findByText('Incorrect password.')).toBeTruthy()
  await prove('right')

  expect(await screen.findByText('Ann Lee’s second factor was reset.')).toBeTruthy()
  expect(sent()).toEqual([{ userId: 'u1' }, { userId: 'u1' }])
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await screen.findByText('Active')).toBeTruthy()
  expect((await menuOf('Ann Lee')).queryByRole('menuitem', { name: /second factor/ })).toBeNull()
})

test('a failed proof is reported, and can be retried', async () => {
  open()
  const dialog = await choose()
  await press('Reset')
  const asking = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  await userEvent.click(asking.getByRole('button', { name: 'Cancel' }))

  expect((await dialog.findByRole('alert')).textContent).toContain('Please confirm it’s you.')
  await press('Reset')
  await prove('right')
  expect(await screen.findByText('Ann Lee’s second factor was reset.')).toBeTruthy()
})

test('the server’s refusal is shown in the dialog, which stays open', async () => {
  open({
    resetSecondFactor: () => {
      throw deskProblem('no_second_factor')
    },
  })
  const dialog = await choose()
  await press('Reset')
  expect((await dialog.findByRole('alert')).textContent).toContain('This person has no second factor.')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Reset' }).disabled).toBe(false)
})
