import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Problem } from '#kit/problem.ts'
import { EmailDialog } from './mail-parts.tsx'

afterEach(cleanup)

async function open(send: (address: string) => Promise<string>, onClose = () => {}) {
  render(
    <EmailDialog
      title="Email list"
      about="2 records"
      defaultAddress="librarian@hillview.example"
      send={send}
      onClose={onClose}
    />,
  )
  return (await screen.findByLabelText('Email address')) as HTMLInputElement
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test("the person's own address is prefilled, another one can be used, and the answer is shown", async () => {
  const send = vi.fn(async () => 'Email Notification sent to queue')
  const field = await open(send)
  expect(field.value).toBe('librarian@hillview.example')
  await userEvent.clear(field)
  await userEvent.type(field, ' head@hillview.example {Enter}')
  expect((await screen.findByText('Email Notification sent to queue')).tagName).toBe('STRONG')
  expect(send.mock.calls).toEqual([['head@hillview.example']])
  expect(screen.getByText('To head@hillview.example')).toBeTruthy()
})

test('nothing is sent without an address', async () => {
  const send = vi.fn(async () => '')
  const field = await open(send)
  await userEvent.clear(field)
  await press('Send')
  expect(screen.getByText('Please enter a single email address.')).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field)
  expect(send).not.toHaveBeenCalled()
})

test.each([
  new Problem('bad_address', 400, ['Please enter a single email address.']),
  new Problem('invalid_input', 400, ['The form is not right.'], { emailId: ['Please enter a single email address.'] }),
])('an error in the address is shown on the field', async (problem) => {
  const field = await open(() => Promise.reject(problem))
  await press('Send')
  await screen.findByText('Please enter a single email address.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('any other error is shown above the form, and it can be sent again', async () => {
  const send = vi.fn<(address: string) => Promise<string>>()
  send.mockRejectedValueOnce(new Problem('mail_limit', 429, ['At most 20 mails an hour.']))
  send.mockResolvedValueOnce('Email sent successfully')
  await open(send)
  await press('Send')
  expect((await screen.findByRole('alert')).textContent).toContain('At most 20 mails an hour.')
  await press('Send')
  expect(await screen.findByText('Email sent successfully')).toBeTruthy()
})
