import { Ellipsis, List, Pencil, RefreshCw, Send, Trash2 } from 'lucide-react'
import type { Dated } from '#kit/web/dates.ts'
import { dateInWords } from '#kit/web/in-words.ts'
import type { Webhook } from '#platform/webhooks/contract.ts'
import { MenuButton } from '#ui/overlay/menu.tsx'
import type { Columns } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Status } from '#ui/tags.tsx'
import { eventLabels } from './event-labels.ts'
import type { WebhookWish } from './webhook-dialogs.tsx'

export type WebhookView = Dated<Webhook>

const columns: Columns<WebhookView> = [
  {
    head: 'Address',
    className: 'name-cell',
    cell: ({ url, createdDate }) => (
      <>
        <strong className="anywhere">{url}</strong>
        <div className="why">Made {dateInWords(createdDate)}</div>
      </>
    ),
  },
  {
    head: 'Sends',
    narrow: 'Sends',
    cell: ({ events }) => events.map((event) => <div key={event}>{eventLabels[event]}</div>),
  },
  { head: 'State', narrow: 'State', cell: (webhook) => <State webhook={webhook} /> },
]

function State({ webhook: { enabled, failingSinceDate } }: { webhook: WebhookView }) {
  if (!enabled) return <Status>{failingSinceDate ? 'Off after failures' : 'Off'}</Status>
  if (failingSinceDate) return <Status tone="bad">Failing since {dateInWords(failingSinceDate)}</Status>
  return <Status tone="ok">On</Status>
}

type Does = Exclude<WebhookWish['does'], 'make'>

export function WebhooksTable({
  webhooks,
  onWish,
}: {
  webhooks: readonly WebhookView[]
  onWish: (wish: WebhookWish) => void
}) {
  return (
    <div className="cards">
      <DataTable
        caption="Webhooks and their state"
        columns={[
          ...columns,
          {
            head: 'Actions',
            headHidden: true,
            className: 'act-cell',
            cell: (webhook) => (
              <MenuButton
                look="bare"
                square
                icon={Ellipsis}
                label={`Actions for ${webhook.url}`}
                groups={[
                  {
                    id: 'webhook',
                    items: [
                      { id: 'deliveries', label: 'Deliveries', icon: List },
                      { id: 'ping', label: 'Send a test message', icon: Send, disabled: !webhook.enabled },
                      { id: 'change', label: 'Change', icon: Pencil },
                      { id: 'renew', label: 'Renew the secret', icon: RefreshCw },
                      { id: 'remove', label: 'Remove', icon: Trash2 },
                    ],
                  },
                ]}
                onChoose={(does) => onWish({ does: does as Does, webhook })}
              >
                {`Actions for ${webhook.url}`}
              </MenuButton>
            ),
          },
        ]}
        rows={webhooks}
        keyOf={({ id }) => id}
      />
    </div>
  )
}
