import { useId, useState } from 'react'
import { call } from '#kit/web/call.ts'
import { webhooksApi } from '#platform/webhooks/contract.ts'
import { maxUrlLength, webhookEvents } from '#platform/webhooks/rules.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Checkbox, TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { eventLabels } from './event-labels.ts'
import type { WebhookView } from './webhooks-table.tsx'

export type WebhookWish =
  | { does: 'make' }
  | { does: 'change' | 'renew' | 'remove' | 'ping' | 'deliveries'; webhook: WebhookView }
type Ends = { onClose: () => void }
type About = Ends & { webhook: WebhookView }

export function WebhookDialogs({ wish, onClose }: Ends & { wish: WebhookWish }) {
  if (wish.does === 'make') return <WebhookForm onClose={onClose} />
  const about = { webhook: wish.webhook, onClose }
  if (wish.does === 'change') return <WebhookForm {...about} />
  if (wish.does === 'renew') return <RenewDialog {...about} />
  if (wish.does === 'ping') return <PingDialog {...about} />
  if (wish.does === 'deliveries') return <DeliveriesDialog {...about} />
  return <RemoveDialog {...about} />
}

/** Makes a webhook and shows its secret once, or changes one. */
function WebhookForm({ webhook, onClose }: Ends & { webhook?: WebhookView }) {
  const made = useId()
  const idOf = (field: string) => `${made}-${field}`
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState(webhook?.events ?? [...webhookEvents])
  const [enabled, setEnabled] = useState(webhook?.enabled ?? true)
  const [secret, setSecret] = useState<string>()
  const { busy, errors, refused, refuse, send } = useDeskForm(idOf)
  const submit = () => {
    const wrong = {
      ...(url.trim()
        ? {}
        : { url: 'Please enter your program’s address, for example https://books.example.org/hook.' }),
      ...(events.length > 0 ? {} : { events: 'Please choose at least one.' }),
    }
    if (Object.keys(wrong).length > 0) return refuse({ errors: wrong })
    const given = { url: url.trim(), events }
    return void send(async () => {
      if (!webhook) return setSecret((await call(webhooksApi.makeWebhook, given)).newSecret)
      await call(webhooksApi.changeWebhook, { ...given, id: webhook.id, enabled })
      toastSuccess('The webhook was changed.')
      onClose()
    })
  }
  return (
    <FormDialog
      title={webhook ? 'Change webhook' : 'Create webhook'}
      action={webhook ? 'Save' : 'Create webhook'}
      busy={busy}
      refused={refused}
      done={secret && <NewSecret text={secret} />}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        id={idOf('url')}
        required
        label="Address"
        hint="We post messages here as JSON."
        type="url"
        maxLength={maxUrlLength}
        autoComplete="off"
        value={url}
        error={errors.url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <fieldset className="stack gap-8" aria-describedby={errors.events && idOf('events-error')}>
        <legend className="required text-small weight-550">Send a message when</legend>
        {webhookEvents.map((event, index) => (
          <Checkbox
            key={event}
            id={index === 0 ? idOf('events') : undefined}
            label={eventLabels[event]}
            checked={events.includes(event)}
            onChange={({ target }) =>
              setEvents(webhookEvents.filter((each) => (each === event ? target.checked : events.includes(each))))
            }
          />
        ))}
        {errors.events && (
          <p className="complaint" id={idOf('events-error')}>
            {errors.events}
          </p>
        )}
      </fieldset>
      {webhook && (
        <Checkbox label="Turned on" checked={enabled} onChange={({ target }) => setEnabled(target.checked)} />
      )}
    </FormDialog>
  )
}

function RenewDialog({ webhook, onClose }: About) {
  return (
    <ConfirmDialog
      title="Renew secret?"
      action="Renew secret"
      look="main"
      onConfirm={async () => {
        const { newSecret } = await call(webhooksApi.renewWebhook, { id: webhook.id })
        return { text: <NewSecret text={newSecret} />, close: 'I’ve saved it' }
      }}
      onClose={onClose}
    >
      <p>We’ll sign messages with the new secret from now on. Give it to your program.</p>
    </ConfirmDialog>
  )
}

function PingDialog({ webhook, onClose }: About) {
  const ping = async () => {
    await call(webhooksApi.pingWebhook, { id: webhook.id })
    toastSuccess('We sent a test message. See Deliveries for the result.')
  }
  return (
    <ConfirmDialog
      title="Send a test message?"
      action="Send test message"
      look="main"
      undoable
      onConfirm={ping}
      onClose={onClose}
    >
      <p className="anywhere">We’ll send a “ping” message to {webhook.url}.</p>
    </ConfirmDialog>
  )
}

function RemoveDialog({ webhook, onClose }: About) {
  const remove = async () => {
    await call(webhooksApi.removeWebhook, { id: webhook.id })
    toastSuccess('The webhook was removed.')
  }
  return (
    <ConfirmDialog title="Remove webhook?" action="Remove webhook" onConfirm={remove} onClose={onClose}>
      <p className="anywhere">{webhook.url} will get no more messages and its deliveries will be deleted.</p>
    </ConfirmDialog>
  )
}

const NewSecret = ({ text }: { text: string }) => (
  <div className="stack gap-14">
    <p>Your program checks signatures with this secret. Copy it now. We won’t show it again.</p>
    <p className="shown-once row gap-8 spread p-12-16 framed-2 rounded on-sunken anywhere">
      <code>{text}</code>
      <CopyButton text={text} label="Copy secret" />
    </p>
  </div>
)
