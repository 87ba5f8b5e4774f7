import './webhooks.css'
import { useQueryClient } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { lazy, useState } from 'react'
import { queryOf, useLatestReply } from '#kit/web/use-api.ts'
import { webhooksApi } from '#platform/webhooks/contract.ts'
import { deliveryDays, maxWebhooks } from '#platform/webhooks/rules.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import type { WebhookWish } from './webhook-dialogs.tsx'

const WebhooksTable = lazy(async () => ({ default: (await import('./webhooks-table.tsx')).WebhooksTable }))
const WebhookDialogs = lazy(async () => ({ default: (await import('./webhook-dialogs.tsx')).WebhookDialogs }))

/** The school's webhooks, for the primary contact. */
export function WebhooksSection() {
  const { reply, problem, again } = useLatestReply(webhooksApi.webhooks, {})
  const cache = useQueryClient()
  const [wish, setWish] = useState<WebhookWish>()
  const close = () => {
    setWish(undefined)
    void cache.invalidateQueries({ queryKey: queryOf(webhooksApi.webhooks, {}).queryKey })
  }
  return (
    <section className="webhooks stack gap-14" aria-labelledby="settings-webhooks">
      <h2 className="pb-6 title-huge line-below" id="settings-webhooks">
        Webhooks
      </h2>
      <p className="lead aside max-640">
        A webhook tells your school’s program when a requested file is ready or has failed. We retry failed deliveries
        for two days and list them for {deliveryDays} days.
      </p>
      {reply ? (
        <>
          {reply.response.length > 0 && (
            <LazyPart fallback={<Skeleton lines={3} />}>
              <WebhooksTable webhooks={reply.response} onWish={setWish} />
            </LazyPart>
          )}
          {reply.response.length < maxWebhooks ? (
            <div>
              <Button icon={WebhookIcon} onClick={() => setWish({ does: 'make' })}>
                {reply.response.length > 0 ? 'Create another webhook' : 'Create webhook'}
              </Button>
            </div>
          ) : (
            <p className="quiet">Your school has {maxWebhooks} webhooks, the maximum. Remove one to create another.</p>
          )}
        </>
      ) : problem ? (
        <ErrorBox title="We couldn’t load the webhooks." messages={problem.messages} onRetry={again} />
      ) : (
        <Skeleton lines={3} width="60%" />
      )}
      <LazyPart key={wish?.does}>{wish && <WebhookDialogs wish={wish} onClose={close} />}</LazyPart>
    </section>
  )
}
