import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Problem } from '#kit/problem.ts'
import { TextField } from './field.tsx'
import { useDeskForm } from './use-desk-form.ts'

afterEach(cleanup)

/** The server names the faults in another order, and one of no field of this form. */
const refused = () =>
  Promise.reject<void>(new Problem('bad', 400, ['Bad.'], { other: ['X.'], email: ['No address.'], name: ['No name.'] }))

function Form() {
  const { errors, refused: general, send } = useDeskForm((field) => `my-${field}`)
  return (
    <>
      <p role="alert">{general?.join(' ')}</p>
      <TextField id="my-name" label="Name" required error={errors.name} />
      <TextField id="my-email" label="E-mail" error={errors.email} />
      <button type="button" onClick={() => void send(refused)}>
        Save
      </button>
    </>
  )
}

test('a refusal moves the focus to the first wrong field of the form, not the one that the server named first', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  expect(screen.getByLabelText<HTMLInputElement>('Name').required).toBe(true)
  // An error of no field of the form is shown too.
  expect(screen.getByRole('alert').textContent).toBe('X.')
})
