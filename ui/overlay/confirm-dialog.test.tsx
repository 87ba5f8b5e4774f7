import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Problem } from '#kit/problem.ts'
import { generalSentence } from '#kit/web/fetch-json.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

afterEach(cleanup)

const onClose = vi.fn<() => void>()
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

function open(onConfirm: Parameters<typeof ConfirmDialog>[0]['onConfirm'], look: 'danger' | 'main' = 'danger') {
  onClose.mockReset()
  render(
    <ConfirmDialog title="Empty it?" action="Empty" cancel="Keep" {...{ look, onConfirm, onClose }}>
      <p>All of it.</p>
    </ConfirmDialog>,
  )
}

test('it is busy while it is done, then closes', async () => {
  let finish = () => {}
  const onConfirm = vi.fn(() => new Promise<void>((done) => (finish = done)))
  open(onConfirm)
  await press('Empty')
  await press('Empty')
  expect(onConfirm).toHaveBeenCalledTimes(1)
  expect(onClose).not.toHaveBeenCalled()
  finish()
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

test('a refusal is shown, and it can be tried again', async () => {
  let refused = true
  open(async () => {
    if (refused) throw new Problem('locked', 409, ['It is locked.'])
  })
  await press('Empty')
  expect((await screen.findByRole('alert')).textContent).toContain('It is locked.')
  expect(onClose).not.toHaveBeenCalled()
  refused = false
  await press('Empty')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('a bug, even one before the first await, is shown in general words', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  open(() => {
    throw new TypeError('undefined is no function')
  })
  await press('Empty')
  expect((await screen.findByRole('alert')).textContent).toContain(generalSentence())
  expect(logged).toHaveBeenCalled()
  logged.mockRestore()
})

test('what it returns replaces the question until it is closed', async () => {
  open(async () => ({ title: 'Your key', text: <p>k-123</p>, close: 'I’ve saved it' }), 'main')
  await press('Empty')
  const dialog = await screen.findByRole('alertdialog', { name: 'Your key' })
  expect(dialog.textContent).toContain('k-123')
  expect(dialog.textContent).not.toContain('All of it.')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('I’ve saved it'))
  expect(onClose).not.toHaveBeenCalled()
  await press('I’ve saved it')
  expect(onClose).toHaveBeenCalled()
})
