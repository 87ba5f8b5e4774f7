import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { counted, dateAndTime } from '#kit/web/format.ts'
import { queryOf, useLatestReply } from '#kit/web/use-api.ts'
import { deliveriesAPage, type WebhookDelivery, webhooksApi } from '#platform/webhooks/contract.ts'
import { Button } from '#ui/button.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toastFailure, toastSuccess } from '#ui/overlay/toast.tsx'
import { type Columns, everyLine, fileOf, momentInFile } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Status } from '#ui/tags.tsx'
import { eventLabels } from './event-labels.ts'
import type { WebhookView } from './webhooks-table.tsx'

type DeliveryView = Dated<WebhookDelivery>

const soonestMs = 1000

/** Includes seconds: several messages may have the same minute. */
const exactMoment = (at: Date | null) => dateAndTime(at, 'medium', 'medium')

/** Milliseconds until an attempt is due, at least a second, because its outcome is known a little later. */
function untilNextAttempt(deliveries: readonly DeliveryView[]): number | false {
  const dueAt = deliveries
    .filter(({ state }) => state === 'WAITING')
    .map(({ nextAttemptDate }) => nextAttemptDate?.getTime() ?? 0)
  return dueAt.length > 0 && Math.max(soonestMs, Math.min(...dueAt) - Date.now())
}

const stateNames: Record<DeliveryView['state'], string> = {
  WAITING: 'Waiting',
  DELIVERED: 'Delivered',
  GIVEN_UP: 'Given up',
}

const deliveryColumns: Columns<DeliveryView> = [
  {
    head: 'Message',
    csv: ({ event }) => eventLabels[event],
    cell: (delivery) => <Message delivery={delivery} />,
  },
  { head: 'webhook-id', csv: ({ id }) => id },
  { head: 'Created', csv: ({ createdDate }) => momentInFile(createdDate) },
  {
    head: 'Status',
    narrow: 'Status',
    csv: ({ state }) => stateNames[state],
    cell: (delivery) => <State delivery={delivery} />,
  },
  { head: 'Attempts', csv: ({ attempts }) => attempts },
  { head: 'Last attempt', csv: ({ lastAttemptDate }) => momentInFile(lastAttemptDate) },
  { head: 'Next attempt', csv: ({ nextAttemptDate }) => momentInFile(nextAttemptDate) },
  { head: 'HTTP status', csv: ({ lastStatus }) => lastStatus },
  { head: 'Error', csv: ({ lastError }) => lastError },
  { head: 'Message sent', csv: ({ payload }) => payload },
]

const allDeliveries = async (id: string) =>
  fileOf(
    deliveryColumns,
    await everyLine(
      (page) => call(webhooksApi.webhookDeliveries, { id, page }),
      (delivery) => delivery.id,
    ),
  )

/** The deliveries of a webhook, newest first, each with its body and a button to send it again. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const input = { id: webhook.id, page }
  const { reply, problem, again } = useLatestReply(webhooksApi.webhookDeliveries, input, {
    refetchEvery: ({ state: { data } }) => data !== undefined && webhook.enabled && untilNextAttempt(data.response),
  })
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: queryOf(webhooksApi.webhookDeliveries, input).queryKey })
  const last = reply ? Math.ceil(reply.totalCount / deliveriesAPage) : 1
  const columns: Columns<DeliveryView> = [
    ...deliveryColumns,
    {
      head: 'Actions',
      headHidden: true,
      cell: (delivery) => webhook.enabled && <AgainButton delivery={delivery} onDone={refresh} />,
    },
  ]
  return (
    <Dialog
      title="Deliveries"
      shape="wide"
      onClose={onClose}
      actions={
        <>
          {page > 1 && <Button onClick={() => setPage(page - 1)}>Newer</Button>}
          {page < last && <Button onClick={() => setPage(page + 1)}>Older</Button>}
          <Button onClick={() => void refresh()}>Refresh</Button>
          {reply && reply.totalCount > 0 && <ExportButton name="Deliveries" read={() => allDeliveries(webhook.id)} />}
          <Button look="main" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className="aside anywhere">{webhook.url}</p>
      {reply ? (
        reply.response.length > 0 ? (
          <div className="deliveries cards">
            <DataTable
              caption="Messages, newest first"
              columns={columns}
              rows={reply.response}
              keyOf={({ id }) => id}
            />
          </div>
        ) : (
          <p className="quiet">No messages in the last 30 days.</p>
        )
      ) : problem ? (
        <ErrorBox title="We couldn’t load the deliveries." messages={problem.messages} onRetry={again} />
      ) : (
        <Skeleton lines={4} width="60%" />
      )}
    </Dialog>
  )
}

function Message({ delivery: { id, event, createdDate, payload } }: { delivery: DeliveryView }) {
  return (
    <>
      <strong>{eventLabels[event]}</strong>
      <div className="why">{exactMoment(createdDate)}</div>
      <details>
        <summary>Message sent</summary>
        <p className="why anywhere">webhook-id: {id}</p>
        <pre>{payload}</pre>
      </details>
    </>
  )
}

function State({ delivery }: { delivery: DeliveryView }) {
  const { state, attempts, lastError, lastAttemptDate, nextAttemptDate } = delivery
  // Sent again, it still has the error of the attempts before.
  const isFirst = state === 'WAITING' && attempts === 0
  const tried = attempts > 0 && `${counted(attempts, 'attempt')}, latest ${dateAndTime(lastAttemptDate)}`
  return (
    <>
      {state === 'DELIVERED' && <Status tone="ok">Delivered</Status>}
      {state === 'GIVEN_UP' && <Status tone="bad">Given up</Status>}
      {isFirst && <Status>Waiting to be sent</Status>}
      {state === 'WAITING' && !isFirst && <Status tone="warn">Trying again {dateAndTime(nextAttemptDate)}</Status>}
      {state !== 'DELIVERED' && !isFirst && lastError && <div className="why anywhere">{lastError}</div>}
      {tried && <div className="why">{tried}</div>}
    </>
  )
}

function AgainButton({ delivery, onDone }: { delivery: DeliveryView; onDone: () => Promise<void> }) {
  const { id, event, createdDate } = delivery
  const [busy, setBusy] = useState(false)
  const sendAgain = async () => {
    setBusy(true)
    try {
      await call(webhooksApi.sendWebhookAgain, { deliveryId: id })
      toastSuccess('We’re resending the message.')
      await onDone()
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      busy={busy}
      aria-label={`Resend: ${eventLabels[event]}, ${exactMoment(createdDate)}`}
      onClick={() => void sendAgain()}
    >
      Resend
    </Button>
  )
}
