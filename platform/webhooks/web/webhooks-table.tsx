import { Ellipsis, List, Pencil, RefreshCw, Send, Trash2 } from 'lucide-react'
import type { Dated } from '#kit/web/dates.ts'
import { formatDate } from '#kit/web/format.ts'
import type { Webhook } from '#platform/webhooks/contract.ts'
import { MenuButton } from '#ui/overlay/menu.tsx'
import { type Columns, fileOf, momentInFile } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportAbove } from '#ui/table/export-button.tsx'
import { Status, type Tone } from '#ui/tags.tsx'
import { eventLabels } from './event-labels.ts'
import type { WebhookWish } from './webhook-dialogs.tsx'

export type WebhookView = Dated<Webhook>

const columns: Columns<WebhookView> = [
  {
    head: 'Address',
    className: 'name-cell',
    csv: ({ url }) => url,
    cell: ({ url, createdDate }) => (
      <>
        <strong className="anywhere">{url}</strong>
        <div className="why">Created {formatDate(createdDate)}</div>
      </>
    ),
  },
  { head: 'Created', csv: ({ createdDate }) => momentInFile(createdDate) },
  {
    head: 'Events',
    narrow: 'Events',
    csv: ({ events }) => events.map((event) => eventLabels[event]).join('; '),
    cell: ({ events }) => events.map((event) => <div key={event}>{eventLabels[event]}</div>),
  },
  {
    head: 'Status',
    narrow: 'Status',
    csv: (webhook) => stateOf(webhook)[1],
    cell: (webhook) => {
      const [tone, words] = stateOf(webhook)
      return <Status tone={tone}>{words}</Status>
    },
  },
]

function stateOf({ enabled, failingSinceDate }: WebhookView): [Tone, string] {
  if (!enabled) return ['plain', failingSinceDate ? 'Off after failures' : 'Off']
  return failingSinceDate ? ['bad', `Failing since ${formatDate(failingSinceDate)}`] : ['ok', 'On']
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
      <ExportAbove name="Webhooks" of="webhooks" read={() => fileOf(columns, webhooks)} />
      <DataTable
        caption="Webhooks and their status"
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
                      { id: 'renew', label: 'Renew secret', icon: RefreshCw },
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
