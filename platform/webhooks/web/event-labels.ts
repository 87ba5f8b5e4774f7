import type { WebhookDelivery } from '#platform/webhooks/contract.ts'

export const eventLabels: Record<WebhookDelivery['event'], string> = {
  'request.ready': 'A file is ready',
  'request.failed': 'A file has failed',
  ping: 'Test message',
}
