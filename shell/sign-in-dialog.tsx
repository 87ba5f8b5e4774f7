import { useQueryClient } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { useEffect } from 'react'
import { currentUser, fetchCurrentUser, signedInChannel, signInAddress } from '#features/account/web/account-parts.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

export type Waiting = { goOn: () => void; giveUp: () => void }

export function SignInDialog({ waiting }: { waiting: Waiting }) {
  const cache = useQueryClient()
  useEffect(() => {
    const look = async () => {
      const signedIn = await fetchCurrentUser().catch(() => null)
      // A visitor is not stored: the page still shows the former person's work.
      if (!signedIn) return
      cache.setQueryData(currentUser.queryKey, signedIn)
      waiting.goOn()
    }
    const channel = new BroadcastChannel(signedInChannel)
    channel.addEventListener('message', look)
    window.addEventListener('focus', look)
    return () => {
      channel.close()
      window.removeEventListener('focus', look)
    }
  }, [waiting, cache])

  return (
    <Dialog
      title="Please sign in to go on"
      onClose={waiting.giveUp}
      actions={
        <>
          <Button onClick={waiting.giveUp}>Not now</Button>
          <Button look="main" icon={LogIn} onClick={openSignIn}>
            Sign in
          </Button>
        </>
      }
    >
      <p>You are not signed in, or your session has ended. Sign in opens in a new window.</p>
      <p className="quiet">Nothing is lost: afterwards this page goes on where you were.</p>
    </Dialog>
  )
}

const openSignIn = () => void window.open(signInAddress('/signed-in'), '_blank', 'popup,width=520,height=720')
