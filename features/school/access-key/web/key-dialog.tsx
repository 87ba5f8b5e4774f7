import { accessKeyApi } from '#features/school/access-key/contract.ts'
import { call } from '#kit/web/call.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

/** Asks for confirmation, then shows the new key once. */
export function KeyDialog({ first, onClose }: { first: boolean; onClose: () => void }) {
  const action = first ? 'Make an access key' : 'Renew the access key'
  return (
    <ConfirmDialog
      title={action}
      action={action}
      look="main"
      onConfirm={async () => {
        const { newAccessKey } = (await call(accessKeyApi.renewAccessKey, {})).response
        return { text: <NewKey text={newAccessKey} />, close: 'I have noted it' }
      }}
      onClose={onClose}
    >
      <p>
        The key is shown once. Whoever has it can search and download in the name of your school.
        {!first && ' Programs that use the former key stop working at once.'}
      </p>
    </ConfirmDialog>
  )
}

const NewKey = ({ text }: { text: string }) => (
  <div className="access-key-made stack gap-14">
    <p>Give this key to your program now. It is not shown again.</p>
    <p className="shown-once row gap-8 spread p-12-16 framed-2 rounded on-sunken anywhere">
      <code>{text}</code>
      <CopyButton text={text} label="Copy the access key" />
    </p>
  </div>
)
