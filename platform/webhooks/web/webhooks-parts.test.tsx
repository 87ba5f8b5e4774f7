import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { type Webhook, type WebhookDelivery, webhooksApi } from '#platform/webhooks/contract.ts'
import { exportedLines } from '#ui/table/export-testing.ts'
import { WebhooksSection } from './webhooks-parts.tsx'

const url = 'https://books.example/hook'
const webhook = (more: Partial<Webhook> = {}): Webhook => ({
  ...{ id: 'w', url, events: ['request.ready'], enabled: true },
  ...{ createdDate: '2026-03-02T10:00:00.000Z', failingSinceDate: null, ...more },
})
const delivery = (more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  ...{ id: 'd', event: 'request.ready', payload: '{"type":"request.ready"}', state: 'DELIVERED', attempts: 1 },
  ...{ createdDate: '2026-03-02T10:00:00.000Z', lastAttemptDate: '2026-03-02T10:00:01.000Z', lastStatus: 204 },
  ...{ lastError: '', nextAttemptDate: null, ...more },
})
const newSecret = 'whsec_c2VjcmV0'
type Fakes = Parameters<typeof renderScreen<typeof webhooksApi>>[1]['fakes']

const open = (first: Webhook[], fakes: Fakes = {}) => {
  let webhooks = first
  return renderScreen(<WebhooksSection />, {
    api: webhooksApi,
    fakes: {
      webhooks: () => ({ response: webhooks }),
      makeWebhook: (given) => {
        const made = webhook({ ...given, id: 'new' } as Partial<Webhook>)
        webhooks = [made, ...webhooks]
        return { response: made, newSecret }
      },
      changeWebhook: (given) => {
        webhooks = [webhook(given as Partial<Webhook>)]
        return { response: webhooks[0]! }
      },
      renewWebhook: () => ({ response: webhooks[0]!, newSecret }),
      removeWebhook: () => {
        webhooks = []
        return {}
      },
      pingWebhook: () => ({ response: { id: 'p' } }),
      ...fakes,
    },
  })
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const choose = async (action: string) => {
  await press(`Actions for ${url}`)
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const form = async () => within(await screen.findByRole('dialog'))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a webhook is made; its secret is shown once, and the webhook is listed', async () => {
  const { calls } = open([])
  await press('Create webhook')
  const fields = await form()
  await userEvent.type(fields.getByLabelText('Address'), url)
  await userEvent.click(fields.getByLabelText('A file has failed'))
  await userEvent.click(fields.getByRole('button', { name: 'Create webhook' }))
  expect(await screen.findByText(newSecret)).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  await waitFor(() => expect(screen.queryByText(newSecret)).toBeNull())
  expect(await screen.findByText(url)).toBeTruthy()
  expect(calls.find(({ name }) => name === 'makeWebhook')?.input).toEqual({ url, events: ['request.ready'] })
})

test('a form without address and events says what is missing, and sends nothing', async () => {
  const { calls } = open([])
  await press('Create webhook')
  const fields = await form()
  for (const box of fields.getAllByRole('checkbox')) await userEvent.click(box)
  await userEvent.click(fields.getByRole('button', { name: 'Create webhook' }))
  expect(fields.getByText(/^Please enter your program’s address/)).toBeTruthy()
  expect(fields.getByText('Please choose at least one.')).toBeTruthy()
  expect(calls.map(({ name }) => name)).not.toContain('makeWebhook')
})

test('a refused address is named at its field', async () => {
  const sentence = 'Please enter an address on the public internet.'
  open([], {
    makeWebhook: () => {
      throw new Problem('webhook_address', 400, [sentence], { url: [sentence] })
    },
  })
  await press('Create webhook')
  const fields = await form()
  await userEvent.type(fields.getByLabelText('Address'), 'https://10.0.0.1/')
  await userEvent.click(fields.getByRole('button', { name: 'Create webhook' }))
  expect(await fields.findByText(sentence)).toBeTruthy()
})

test('a webhook is switched off, renewed, tested and removed', async () => {
  const { calls } = open([webhook()])
  await choose('Renew secret')
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Renew secret' }))
  expect(await screen.findByText(newSecret)).toBeTruthy()
  await press('I’ve saved it')
  await choose('Send a test message')
  await press('Send test message')
  await waitFor(() => expect(calls.map(({ name }) => name)).toContain('pingWebhook'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await choose('Change')
  const fields = await form()
  await userEvent.click(fields.getByLabelText('Turned on'))
  await userEvent.click(fields.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Off')).toBeTruthy()
  await choose('Remove')
  await press('Remove webhook')
  await waitFor(() => expect(screen.queryByText(url)).toBeNull())
}, 30_000)

test('the table says which webhook fails, and which was switched off by failures', async () => {
  const failingSinceDate = '2026-03-02T10:00:00.000Z'
  open([webhook({ failingSinceDate }), webhook({ id: 'b', enabled: false, failingSinceDate })])
  expect(await screen.findByText(/^Failing since/)).toBeTruthy()
  expect(screen.getByText('Off after failures')).toBeTruthy()
})

test('deliveries show their outcome, and are sent again', async () => {
  const sent: unknown[] = []
  const later = '2026-03-02T11:00:00.000Z'
  open([webhook()], {
    webhookDeliveries: () => ({
      totalCount: 21,
      response: [
        delivery(),
        delivery({ id: 'e', state: 'GIVEN_UP', attempts: 9, lastStatus: 500, lastError: 'The receiver answered 500.' }),
        delivery({ id: 'f', state: 'WAITING', attempts: 2, nextAttemptDate: later, lastError: 'No reply.' }),
        delivery({ id: 'g', event: 'ping', state: 'WAITING', attempts: 0, lastAttemptDate: null, lastStatus: null }),
      ],
    }),
    sendWebhookAgain: (input) => {
      sent.push(input)
      return { response: { id: 'e' } }
    },
  })
  await choose('Deliveries')
  const list = await form()
  expect(await list.findByText('Delivered')).toBeTruthy()
  expect(list.getByText('Given up')).toBeTruthy()
  expect(list.getByText('The receiver answered 500.')).toBeTruthy()
  expect(list.getByText(/^9 attempts, latest/)).toBeTruthy()
  expect(list.getByText(/^Trying again/)).toBeTruthy()
  expect(list.getByText('Waiting to be sent')).toBeTruthy()
  expect(list.getByRole('button', { name: 'Older' })).toBeTruthy()
  expect(list.queryByRole('button', { name: 'Newer' })).toBeNull()
  await userEvent.click(list.getAllByRole('button', { name: /^Resend/ })[1]!)
  await waitFor(() => expect(sent).toEqual([{ deliveryId: 'e' }]))
}, 30_000)

test('a delivery that is sent again shows its outcome without a reload, and no error of the attempts before', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
  const lastError = 'The receiver answered 500.'
  const replies = [
    delivery({ state: 'GIVEN_UP', attempts: 9, lastStatus: 500, lastError }),
    delivery({ state: 'WAITING', attempts: 0, lastStatus: 500, lastError, nextAttemptDate: new Date().toISOString() }),
    delivery(),
  ]
  const answer = () => ({ totalCount: 1, response: [replies[0]!] })
  const { calls } = open([webhook()], {
    webhookDeliveries: answer,
    sendWebhookAgain: () => {
      replies.shift()
      return { response: { id: 'd' } }
    },
  })
  await choose('Deliveries')
  const list = await form()
  await userEvent.click(await list.findByRole('button', { name: /^Resend/ }))
  expect(await list.findByText('Waiting to be sent')).toBeTruthy()
  expect(list.queryByText(lastError)).toBeNull()
  replies.shift()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(await list.findByText('Delivered')).toBeTruthy()
  const fetched = calls.filter(({ name }) => name === 'webhookDeliveries').length
  expect(fetched).toBeGreaterThan(2)
}, 30_000)

test('deliveries of the same minute have buttons with different names', async () => {
  const [one, other] = ['2026-03-02T10:00:00.000Z', '2026-03-02T10:00:07.000Z']
  open([webhook()], {
    webhookDeliveries: () => ({
      totalCount: 3,
      response: [
        delivery({ createdDate: one }),
        delivery({ id: 'e', createdDate: other }),
        delivery({ id: 'f', createdDate: one, event: 'ping' }),
      ],
    }),
  })
  await choose('Deliveries')
  const buttons = await (await form()).findAllByRole('button', { name: /^Resend: / })
  expect(new Set(buttons.map((button) => button.getAttribute('aria-label'))).size).toBe(3)
}, 30_000)

test('webhooks and all pages of their deliveries are exported', async () => {
  const all = ['a', 'b', 'c'].map((id) => delivery({ id }))
  open([webhook()], {
    webhookDeliveries: ({ page }) => ({ totalCount: 3, response: page === 1 ? all.slice(0, 2) : all.slice(2) }),
  })
  expect(await exportedLines('webhooks')).toEqual([
    'Address,Created,Events,Status',
    `${url},2026-03-02T10:00:00.000Z,A file is ready,On`,
  ])
  await choose('Deliveries')
  const [head, ...lines] = await exportedLines()
  expect(head).toMatch(/^Message,webhook-id,Created,Status,Attempts,/)
  expect(lines.map((line) => line.split(',').slice(0, 5).join())).toEqual(
    ['a', 'b', 'c'].map((id) => `A file is ready,${id},2026-03-02T10:00:00.000Z,Delivered,1`),
  )
}, 30_000)
