import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ErrorSummary } from './notices.tsx'

afterEach(cleanup)

function Form() {
  const [errors, setErrors] = useState<{ id: string; text: string }[]>([])
  const both = [
    { id: 'name', text: 'Please enter a name.' },
    { id: 'email', text: 'Please enter an address.' },
  ]
  return (
    <>
      <ErrorSummary errors={errors} />
      <input id="name" aria-label="Name" onChange={() => setErrors(errors.filter(({ id }) => id !== 'name'))} />
      <button type="button" onClick={() => setErrors(both)}>
        Save
      </button>
    </>
  )
}

test('faults take the focus; correcting one of several leaves it where it is', async () => {
  render(<Form />)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  await userEvent.click(screen.getByRole('link', { name: 'Please enter a name.' }))
  await userEvent.keyboard('Lakeside')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Lakeside')
  expect(screen.getByRole('alert').textContent).not.toContain('name')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(screen.getByRole('alert'))
})
