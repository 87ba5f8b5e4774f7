import { messagesApi } from '#features/desk/messages/contract.ts'
import { call } from '#kit/web/call.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import type { MessageAct } from './desk-message-line.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { formAgain, formOf } from './message-form.ts'
import { nameOf } from './message-labels.ts'

export function DeskMessageDialogs({
  act,
  onDone,
  onClose,
}: {
  act: MessageAct
  onDone: (sentence: string) => void
  onClose: () => void
}) {
  const shared = { onSaved: onDone, onClose }
  if (act.kind === 'write') return <MessageDialog {...shared} />
  const { message } = act
  if (act.kind === 'change') return <MessageDialog id={message.id} given={formOf(message)} {...shared} />
  if (act.kind === 'again')
    return <MessageDialog key={message.id} draftKey={`again:${message.id}`} given={formAgain(message)} {...shared} />
  return (
    <ConfirmDialog
      title="Remove this message?"
      action="Remove"
      onConfirm={async () => {
        await call(messagesApi.removeMessage, { id: message.id })
        onDone('The message was removed.')
      }}
      onClose={onClose}
    >
      <p>“{nameOf(message)}” will be removed permanently. To keep it under Ended, end it instead.</p>
    </ConfirmDialog>
  )
}
