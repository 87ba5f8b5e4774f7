import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ErrorSummary } from './error-summary.tsx'

afterEach(cleanup)

const isYear = (text: string) => /^\d{4}$/.test(text)

/** Its year is checked on every key once it has been refused, and gets another error while it is typed. */
function Form() {
  const [attempts, setAttempts] = useState(0)
  const [year, setYear] = useState('')
  const faults = [
    ...(isYear(year) ? [] : [{ id: 'year', text: year === '' ? 'Please enter a year.' : `${year} is no year.` }]),
    { id: 'name', text: 'Please enter a name.' },
    { text: 'It was not saved.' },
  ]
  return (
    <>
      <ErrorSummary refusal={attempts} errors={attempts > 0 ? faults : []} />
      <input id="name" aria-label="Name" />
      <input id="year" aria-label="Year" onChange={({ target }) => setYear(target.value)} />
      <button type="button" onClick={() => setAttempts(attempts + 1)}>
        Save
      </button>
    </>
  )
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test('it takes the focus on each submission, and never while someone types', async () => {
  render(<Form />)
  await save()
  const summary = await screen.findByRole('alert')
  await waitFor(() => expect(document.activeElement).toBe(summary))
  await userEvent.click(within(summary).getByRole('link', { name: 'Please enter a year.' }))
  await userEvent.keyboard('20')
  expect(summary.textContent).toContain('20 is no year.')
  await userEvent.keyboard('26')
  expect(screen.getByLabelText<HTMLInputElement>('Year').value).toBe('2026')
  expect(document.activeElement).toBe(screen.getByLabelText('Year'))
  expect(summary.textContent).not.toContain('year')
  await save()
  expect(document.activeElement).toBe(summary)
})

test('its errors are in the order of the fields, those of no field first', async () => {
  render(<Form />)
  await save()
  const summary = within(await screen.findByRole('alert'))
  expect(summary.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'It was not saved.',
    'Please enter a name.',
    'Please enter a year.',
  ])
})
