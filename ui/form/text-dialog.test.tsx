import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Problem } from '#kit/problem.ts'
import { TextDialog } from './text-dialog.tsx'
import { refusalAt } from './use-sending.ts'

afterEach(cleanup)

type Given = Partial<Parameters<typeof TextDialog>[0]>

function open(given: Given) {
  const onSave = vi.fn(async () => undefined)
  render(
    <TextDialog title="Rename it" action="Rename" label="Name" onSave={onSave} onClose={() => undefined} {...given} />,
  )
  return { onSave }
}
const field = async () => (await screen.findByLabelText('Name')) as HTMLInputElement

test('the initial text is selected; what is typed is saved trimmed', async () => {
  const { onSave } = open({ initial: 'Former' })
  const input = await field()
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 6])
  await userEvent.clear(input)
  await userEvent.type(input, ' New {Enter}')
  expect(onSave).toHaveBeenCalledExactlyOnceWith('New')
})

test('an empty text is refused at the field, which gets the focus', async () => {
  const { onSave } = open({ initial: 'Former', missing: 'Please enter a name.' })
  await userEvent.clear(await field())
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(onSave).not.toHaveBeenCalled()
  const input = await field()
  expect(document.activeElement).toBe(input)
  expect(document.getElementById(input.getAttribute('aria-describedby')!)?.textContent).toBe('Please enter a name.')
})

test.each([
  ['at the field', new Problem('bad_name', 400, ['Bad.'], { name: ['It is too long.'] }), 'It is too long.', true],
  ['above the form', new Problem('locked', 409, ['It is locked.']), 'It is locked.', false],
])('a refusal of the server is shown %s', async (_, problem, sentence, invalid) => {
  open({ initial: 'New', refusalOf: refusalAt('name'), onSave: () => Promise.reject<void>(problem) })
  await userEvent.click(await screen.findByRole('button', { name: 'Rename' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect((await field()).getAttribute('aria-invalid')).toBe(invalid ? 'true' : null)
})

test('spaces are part of a password', async () => {
  const { onSave } = open({ type: 'password', missing: 'Please enter your password.' })
  await userEvent.type(await field(), ' secret {Enter}')
  expect(onSave).toHaveBeenCalledExactlyOnceWith(' secret ')
})
