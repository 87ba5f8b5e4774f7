import { Fingerprint, LogIn } from 'lucide-react'
import { useEffect } from 'react'
import { proofApi } from '#features/account/sign-in/contract.ts'
import { call } from '#kit/web/call.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { TextDialog } from '#ui/form/text-dialog.tsx'
import { refusalAt } from '#ui/form/use-sending.ts'
import { ErrorBox } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { signOnDevice } from '../../passkeys/web/device-passkey.ts'
import { fetchCurrentUser, signedInChannel, signInAddress, useCurrentUser } from '../../web/account-parts.tsx'

type Waiting = { goOn: () => void; giveUp: () => void }

/** Requires the passkey or password again, before actions that a stranger at an unlocked computer must not take. */
export function ProveDialog({ waiting }: { waiting: Waiting }) {
  const { reply, problem, again } = useLatestReply(proofApi.waysToProve, {})
  if (problem)
    return (
      <Dialog title={title} onClose={waiting.giveUp} actions={<Button onClick={waiting.giveUp}>Cancel</Button>}>
        <ErrorBox messages={problem.messages} onRetry={again} />
      </Dialog>
    )
  if (!reply) return null
  if (reply.response.includes('issuer')) return <AtIssuer waiting={waiting} service={reply.service} />
  if (reply.response.length === 0) return <PasswordFirst waiting={waiting} />
  return <Here waiting={waiting} passkey={reply.response.includes('passkey')} />
}

const title = 'Confirm it’s you'
const why = 'We ask before changes to access, money and sign-in. You won’t be asked again for 5 minutes.'

function Here({ waiting, passkey }: { waiting: Waiting; passkey: boolean }) {
  const withPassword = async (password: string) => {
    await call(proofApi.giveProof, { password })
    waiting.goOn()
  }
  const withPasskey = async () => {
    const { options } = await call(proofApi.beginProof, {})
    await call(proofApi.giveProof, { credential: await signOnDevice(options) })
    waiting.goOn()
  }
  return (
    <TextDialog
      title={title}
      action="Continue"
      type="password"
      label="Password"
      autoComplete="current-password"
      missing="Please enter your password."
      refusalOf={refusalAt('password')}
      onSave={withPassword}
      onClose={waiting.giveUp}
    >
      {(field, send) => (
        <>
          <p className="quiet">{why}</p>
          {passkey && (
            <Button icon={Fingerprint} onClick={() => send(withPasskey)}>
              Use a passkey
            </Button>
          )}
          {field}
        </>
      )}
    </TextDialog>
  )
}

/** Google does not ask again for the password of someone who is signed in there. */
const PasswordFirst = ({ waiting }: { waiting: Waiting }) => (
  <Dialog title={title} onClose={waiting.giveUp} actions={<Button onClick={waiting.giveUp}>Close</Button>}>
    <p>{why}</p>
    <p>
      Your sign-in service can’t ask again who you are, so this needs a password here.{' '}
      <a href="/forgotPassword">Get a link by email to set one</a>, then try again.
    </p>
  </Dialog>
)

function AtIssuer({ waiting, service }: { waiting: Waiting; service: string | undefined }) {
  const own = useCurrentUser()?.user.id
  useEffect(() => {
    const channel = new BroadcastChannel(signedInChannel)
    channel.addEventListener('message', async () => {
      const signedIn = await fetchCurrentUser().catch(() => undefined)
      if (signedIn === undefined) return
      // Someone else has signed in: this page's content is not theirs.
      if (signedIn?.user.id !== own) return window.location.reload()
      waiting.goOn()
    })
    return () => channel.close()
  }, [waiting, own])
  const openSignIn = () => {
    const address = `${signInAddress('/signed-in')}&prompt=login${service ? `&service=${service}` : ''}`
    window.open(address, '_blank', 'popup,width=520,height=720')
  }
  return (
    <Dialog
      title={title}
      onClose={waiting.giveUp}
      actions={
        <>
          <Button onClick={waiting.giveUp}>Cancel</Button>
          <Button look="main" icon={LogIn} onClick={openSignIn}>
            Sign in
          </Button>
        </>
      }
    >
      <p>{why}</p>
      <p className="quiet">Sign-in opens in a new window. You’ll return to this page afterwards.</p>
    </Dialog>
  )
}
