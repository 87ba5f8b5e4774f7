import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountApi, type CurrentUser } from '#features/account/contract.ts'
import { type DeskMessage, messageProblem, messagesApi } from '#features/desk/messages/contract.ts'
import { dayMs } from '#kit/day.ts'
import { type fakeServer, renderScreen } from '#kit/web/testing.tsx'
import { exportedLines } from '#ui/table/export-testing.ts'
import { DeskMessagesScreen } from './desk-messages-screen.tsx'
import { SiteBanner } from './messages-parts.tsx'

const api = { ...accountApi, ...messagesApi }
type Fakes = Parameters<typeof fakeServer<typeof api>>[1]

const of = (role: 'desk' | 'staff'): CurrentUser => ({
  user: { id: 'd', username: 'd', email: 'd@provider.example', firstName: 'C', lastName: 'D', roles: [role] },
  customer: null,
})
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
const message = (id: string, part: Partial<DeskMessage> = {}): DeskMessage => ({
  id,
  messageType: 'GLOBAL',
  messageDesc: `Title of ${id}`,
  content: `Text of ${id}`,
  icon: 'NEWS',
  audience: 'STAFF',
  startDate: inDays(-1),
  endDate: null,
  customers: [],
  changedDate: inDays(-1),
  changedBy: 'Customer Desk',
  ...part,
})

function open(kept: DeskMessage[], fakes: Fakes = {}, role: 'desk' | 'staff' = 'desk', more?: ReactNode) {
  const screens = (
    <>
      {more}
      <DeskMessagesScreen />
    </>
  )
  return renderScreen(screens, {
    api,
    path: '/desk/messages',
    fakes: {
      currentUser: () => of(role),
      deskMessages: () => ({ response: kept }),
      writeMessage: ({ customerNos: _, ...draft }) => {
        kept.push(message('written', draft))
        return { response: kept.at(-1)! }
      },
      ...fakes,
    },
  })
}
const section = async (name: RegExp) =>
  (await screen.findByRole('heading', { level: 2, name })).closest('section') as HTMLElement
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const save = async () => press('Save')
const sent = (calls: { name: PropertyKey; input: unknown }[], name: string) =>
  calls.filter((each) => each.name === name).map(({ input }) => input)

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

test('messages are grouped into current, planned and ended ones, with their audience', async () => {
  open([
    message('now', { customers: [{ customerNo: '10001', name: 'Hillview Primary School' }] }),
    message('soon', { startDate: inDays(2) }),
    message('over', { endDate: inDays(-0.5) }),
    message('line', { messageType: 'BANNER', messageDesc: '', audience: 'EVERYBODY' }),
  ])
  const shown = await section(/^Current 2/)
  expect(shown.textContent).toContain('Title of now')
  expect(shown.textContent).toContain('School staff, only at Hillview Primary School')
  expect(shown.textContent).toContain('Text of line')
  expect(shown.textContent).toContain('Everyone, including visitors')
  expect((await section(/^Planned 1/)).textContent).toContain('Title of soon')
  const ended = within(await section(/^Ended 1/))
  expect(ended.queryByRole('button', { name: /^End / })).toBeNull()
  expect(ended.getByRole('button', { name: 'Copy as new: Title of over' })).toBeTruthy()
})

test('a message is written, with a preview', async () => {
  const { calls } = open([])
  await press('Write a message')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Title'), 'New labels')
  await userEvent.type(dialog.getByLabelText('Text'), 'In the shop')
  expect(dialog.getByRole('region', { name: 'Preview' }).textContent).toContain('In the shop')
  await userEvent.selectOptions(dialog.getByLabelText('For'), 'Everyone, including visitors')
  await save()
  expect((await screen.findAllByText('The message was saved.')).length).toBeGreaterThan(0)
  expect(sent(calls, 'writeMessage')).toMatchObject([
    { messageType: 'GLOBAL', messageDesc: 'New labels', content: 'In the shop', audience: 'EVERYBODY', endDate: null },
  ])
  expect((await section(/^Current/)).textContent).toContain('New labels')
})

test('missing values are reported on their fields and in a summary, and nothing is sent', async () => {
  const { calls } = open([])
  await press('Write a message')
  await screen.findByRole('dialog')
  await save()
  const summary = await screen.findByRole('alert')
  await waitFor(() => expect(document.activeElement).toBe(summary))
  await userEvent.click(within(summary).getByRole('link', { name: 'Please enter a title' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Title'))
  expect(sent(calls, 'writeMessage')).toEqual([])
})

test('the server’s refusals are shown on the fields, and the input stays', async () => {
  const sentence = 'No organisation has the number 9'
  open([], {
    writeMessage: () => {
      throw messageProblem('message_incomplete', { messages: [sentence], errors: { customerNos: [sentence] } })
    },
  })
  await press('Write a message')
  await userEvent.type(await screen.findByLabelText('Title'), 'T')
  await userEvent.type(screen.getByLabelText('Text'), 'X')
  await userEvent.type(screen.getByLabelText('Only for these organisations'), '9')
  await save()
  await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2))
  expect(screen.getByLabelText<HTMLInputElement>('Only for these organisations').value).toBe('9')
})

test('the input outlives the dialog and a reload, until it is discarded', async () => {
  open([])
  await press('Write a message')
  await userEvent.type(await screen.findByLabelText('Title'), 'Half a title')
  await press('Cancel')
  cleanup()
  open([])
  await press('Write a message')
  expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Half a title')
  await press('Start over')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('')
})

test('a reminder is offered to staff alone, and a banner has no title', async () => {
  open([])
  await press('Write a message')
  await userEvent.selectOptions(await screen.findByLabelText('Type'), 'Invoice reminder')
  const offered = () =>
    within(screen.getByLabelText('For'))
      .getAllByRole('option')
      .map((each) => each.textContent)
  expect(offered()).toEqual(['School staff', 'Schools’ primary contacts'])
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'Banner')
  expect(offered()).toHaveLength(4)
  expect(screen.queryByLabelText('Title')).toBeNull()
})

test('a message is ended at once, and removed after confirmation', async () => {
  const { calls } = open([message('now')], {
    endMessage: () => ({ response: message('now') }),
    removeMessage: ({ id }) => ({ response: { id } }),
  })
  await press('End Title of now')
  await waitFor(() => expect(sent(calls, 'endMessage')).toEqual([{ id: 'now' }]))
  await press('Remove Title of now')
  expect(sent(calls, 'removeMessage')).toEqual([])
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(sent(calls, 'removeMessage')).toEqual([{ id: 'now' }]))
})

test('after ending or removing a message, focus is on the confirmation', async () => {
  open([message('now')], {
    endMessage: () => ({ response: message('now') }),
    removeMessage: ({ id }) => ({ response: { id } }),
  })
  const heldText = () => document.activeElement?.textContent
  await press('End Title of now')
  await waitFor(() => expect(heldText()).toBe('The message has ended. No one will see it again.'))
  await press('Remove Title of now')
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(heldText()).toBe('The message was removed.'))
})

test('an ended banner disappears from the desk’s own screen at once', async () => {
  let active = true
  const banner = message('line', { messageType: 'BANNER', messageDesc: '', content: 'Closed today' })
  const fakes: Fakes = {
    banner: () => ({ response: { active, content: 'Closed today' } }),
    endMessage: () => {
      active = false
      return { response: banner }
    },
  }
  open([banner], fakes, 'desk', <SiteBanner />)
  expect(await screen.findByRole('complementary', { name: 'Notice' })).toBeTruthy()
  await press('End Closed today')
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Notice' })).toBeNull())
})

test('a confirmation dialog opened while a message is being ended stays open', async () => {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  open([message('now')], { endMessage: () => ended.then(() => ({ response: message('now') })) })
  await press('End Title of now')
  await press('Remove Title of now')
  await screen.findByRole('alertdialog')
  end()
  await screen.findAllByText('The message has ended. No one will see it again.')
  expect(screen.getByRole('alertdialog')).toBeTruthy()
})

test('a school’s staff see that this is the desk', async () => {
  const { calls } = open([message('now')], {}, 'staff')
  expect(await screen.findByRole('heading', { name: 'You don’t have permission to do this.' })).toBeTruthy()
  expect(sent(calls, 'deskMessages')).toEqual([])
})

test('all messages are exported with their status, those that are folded away too', async () => {
  const ended = Array.from({ length: 8 }, (_, i) => message(`e${i}`, { endDate: inDays(-0.5) }))
  open([message('a'), message('b', { startDate: inDays(1) }), ...ended])
  const [head, ...lines] = await exportedLines()
  expect(head).toBe('Title,Text,Type,Status,Audience,From,Until,Changed,Changed by')
  expect(lines).toHaveLength(10)
  expect(lines[0]).toMatch(/^Title of a,Text of a,Message,Current,School staff,/)
  expect(lines[1]).toMatch(/^Title of b,Text of b,Message,Planned,/)
  expect(lines.at(-1)).toMatch(/^Title of e7,Text of e7,Message,Ended,/)
})
