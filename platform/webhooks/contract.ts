import { z } from 'zod'
import { get, post, problems } from '#kit/contract.ts'
import { maxUrlLength, maxWebhooks, webhookEvents } from './rules.ts'

export const WebhookEvent = z.enum(webhookEvents)

/** A webhook without its secret. */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  enabled: z.boolean(),
  createdDate: z.string(),
  /** The first failed attempt since the last delivery. */
  failingSinceDate: z.string().nullable(),
})
export type Webhook = z.infer<typeof Webhook>

/** A message on its way to a webhook. Its id is the `webhook-id` that the receiver gets. */
export const WebhookDelivery = z.object({
  id: z.string(),
  event: z.enum([...webhookEvents, 'ping']),
  /** The body as it is sent. */
  payload: z.string(),
  createdDate: z.string(),
  state: z.enum(['WAITING', 'DELIVERED', 'GIVEN_UP']),
  attempts: z.number().int(),
  lastAttemptDate: z.string().nullable(),
  /** The HTTP status of the last reply; null: none came. */
  lastStatus: z.number().int().nullable(),
  lastError: z.string(),
  nextAttemptDate: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const deliveriesAPage = 20

const Given = z.strictObject({
  url: z.string().trim().min(1).max(maxUrlLength),
  events: z.array(WebhookEvent).min(1).max(webhookEvents.length),
})
const id = z.string().max(100)
const withSecret = z.object({ response: Webhook, newSecret: z.string() })
const one = z.object({ response: Webhook })
const delivery = z.object({ response: z.object({ id: z.string() }) })

export const webhooksApi = {
  webhooks: get('/rest/customer/current/webhooks', {
    who: 'primary-contact',
    summary: 'The webhooks of the caller’s school, newest first',
    reply: z.object({ response: z.array(Webhook) }),
  }),
  makeWebhook: post('/rest/customer/current/webhooks', {
    who: 'primary-contact',
    freshProof: 'always',
    summary: 'Create a webhook; the reply contains the secret that signs its messages',
    input: Given,
    reply: withSecret,
  }),
  changeWebhook: post('/rest/customer/current/webhooks/change', {
    who: 'primary-contact',
    freshProof: 'always',
    summary: 'Change the address and events of a webhook, or turn it on or off',
    input: Given.extend({ id, enabled: z.boolean() }),
    reply: one,
  }),
  renewWebhook: post('/rest/customer/current/webhooks/renew', {
    who: 'primary-contact',
    freshProof: 'always',
    summary: 'Replace the secret of a webhook; the earlier one is no longer used',
    input: z.strictObject({ id }),
    reply: withSecret,
  }),
  removeWebhook: post('/rest/customer/current/webhooks/remove', {
    who: 'primary-contact',
    summary: 'Remove a webhook with its deliveries',
    input: z.strictObject({ id }),
  }),
  pingWebhook: post('/rest/customer/current/webhooks/ping', {
    who: 'primary-contact',
    summary: 'Send a ping message to a webhook',
    input: z.strictObject({ id }),
    reply: delivery,
  }),
  webhookDeliveries: get('/rest/customer/current/webhooks/deliveries', {
    who: 'primary-contact',
    summary: 'A webhook’s deliveries in the last 30 days, newest first',
    input: z.strictObject({ id, page: z.coerce.number().int().min(1).max(10_000).default(1) }),
    reply: z.object({ response: z.array(WebhookDelivery), totalCount: z.number().int() }),
  }),
  sendWebhookAgain: post('/rest/customer/current/webhooks/deliveries/again', {
    who: 'primary-contact',
    summary: 'Resend a delivery with the same id and body',
    input: z.strictObject({ deliveryId: id }),
    reply: delivery,
  }),
}

export const webhookProblem = problems({
  webhook_not_found: [404, 'We couldn’t find this webhook.'],
  delivery_not_found: [404, 'We couldn’t find this delivery.'],
  webhook_off: [409, 'This webhook is turned off. Turn it on first.'],
  too_many_webhooks: [409, `A school can have ${maxWebhooks} webhooks. Remove one first.`],
  webhook_address: [400, 'We can’t send messages to this address.'],
})
