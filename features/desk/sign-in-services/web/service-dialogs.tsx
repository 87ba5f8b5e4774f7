import { useEffect, useState } from 'react'
import { deskServicesApi, type SignInService } from '#features/account/sign-in-services/contract.ts'
import { UnlinkDialog } from '#features/account/sign-in-services/web/unlink-parts.tsx'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { useDeskChange } from '#ui/form/use-desk-form.ts'
import { ErrorBox } from '#ui/notices.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ServiceForm } from './service-form.tsx'

export type ServiceWish =
  | { does: 'add' }
  | { does: 'change' | 'check' | 'switch' | 'unlink' | 'remove'; service: SignInService }
type Ends = { onClose: () => void }

export function ServiceDialogs({ wish, onClose }: Ends & { wish: ServiceWish }) {
  if (wish.does === 'add') return <ServiceForm service={undefined} onClose={onClose} />
  if (wish.does === 'change') return <ServiceForm service={wish.service} onClose={onClose} />
  if (wish.does === 'check') return <CheckDialog service={wish.service} onClose={onClose} />
  if (wish.does === 'switch') return <SwitchDialog service={wish.service} onClose={onClose} />
  if (wish.does === 'unlink') return <Unlink service={wish.service} onClose={onClose} />
  return <RemoveDialog service={wish.service} onClose={onClose} />
}

type Result = { works: boolean; sentence: string }

/** Looks at the service once it opens. */
function CheckDialog({ service: { id, name }, onClose }: Ends & { service: SignInService }) {
  const [result, setResult] = useState<Result>()
  const [refused, setRefused] = useState<readonly string[]>()
  useEffect(() => {
    let open = true
    const look = async () => {
      try {
        const { response } = await call(deskServicesApi.checkSignInService, { id })
        if (open) setResult(response)
      } catch (error) {
        if (open) setRefused(problemOf(error).messages)
      }
    }
    void look()
    return () => {
      open = false
    }
  }, [id])
  return (
    <Dialog
      title={`Connection to ${name}`}
      onClose={onClose}
      actions={
        <Button look="main" onClick={onClose}>
          Close
        </Button>
      }
    >
      {refused ? (
        <ErrorBox messages={refused} />
      ) : result && !result.works ? (
        <ErrorBox title="The service can’t be used." messages={[result.sentence]} />
      ) : (
        <p role="status" className="anywhere">
          {result ? result.sentence : 'Checking the service…'}
        </p>
      )}
      {result?.works && <p className="quiet">Sign in with it once to check that it accepts our client secret.</p>}
    </Dialog>
  )
}

function SwitchDialog({ service: { id, name, enabled, people }, onClose }: Ends & { service: SignInService }) {
  const change = useDeskChange()
  return (
    <ConfirmDialog
      title={enabled ? `Switch ${name} off?` : `Switch ${name} on?`}
      action={enabled ? 'Turn off' : 'Turn on'}
      {...(enabled ? {} : { look: 'main' as const })}
      onClose={onClose}
      onConfirm={() =>
        change(
          () => call(deskServicesApi.changeSignInService, { id, enabled: !enabled }),
          `${name} was turned ${enabled ? 'off' : 'on'}.`,
        )
      }
    >
      <p>
        {enabled
          ? `Everyone who signed in with ${name} will be signed out now, and ${counted(people, 'linked person', 'linked people')} will need another way to sign in.`
          : `People at schools that chose ${name} will be able to sign in with it.`}
      </p>
    </ConfirmDialog>
  )
}

function Unlink({ service: { id, name, people }, onClose }: Ends & { service: SignInService }) {
  return (
    <UnlinkDialog
      service={name}
      people={people}
      whose="at every school"
      unlink={async (username) => (await call(deskServicesApi.unlinkFromService, { id, username })).response.people}
      onClose={onClose}
    />
  )
}

function RemoveDialog({ service: { id, name, schools, people }, onClose }: Ends & { service: SignInService }) {
  const change = useDeskChange()
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      action="Remove"
      onClose={onClose}
      onConfirm={() => change(() => call(deskServicesApi.removeSignInService, { id }), `${name} was removed.`)}
    >
      <p>
        {counted(schools, 'school')} chose it, and {counted(people, 'person is', 'people are')} linked to it. Accounts
        stay, but anyone without a password will need a link to set one. You can’t undo this, but you can turn it off
        instead.
      </p>
    </ConfirmDialog>
  )
}
