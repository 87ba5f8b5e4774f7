import { hourMs, minuteMs } from '#kit/day.ts'

export const webhookEvents = ['request.ready', 'request.failed'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const maxWebhooks = 10
export const maxUrlLength = 500
/** Days for which deliveries are listed. */
export const deliveryDays = 30
/** Days of failures after which a webhook is switched off. */
export const failingDays = 5

/** Before the second attempt, the third, etc.: two days in all, as Standard Webhooks proposes. */
export const pausesMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
]

/** Without the query, which may hold a secret of the receiver. */
export const shownAddress = (url: string): string => url.replace(/[?#].*$/s, '')
