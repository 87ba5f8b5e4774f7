import { useQueryClient } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { useEffect } from 'react'
import { currentUser, fetchCurrentUser, signedInChannel, signInAddress } from '#features/account/web/account-parts.tsx'
import { pageLanguage } from '#kit/web/settings.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { words } from './messages/messages.ts'

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
      title={words.signInToContinue}
      lang={pageLanguage()}
      onClose={waiting.giveUp}
      actions={
        <>
          <Button onClick={waiting.giveUp}>{words.notNow}</Button>
          <Button look="main" icon={LogIn} onClick={openSignIn}>
            {words.signIn}
          </Button>
        </>
      }
    >
      <p>{words.sessionEnded}</p>
      <p className="quiet">{words.workIsSafe}</p>
    </Dialog>
  )
}

const openSignIn = () => void window.open(signInAddress('/signed-in'), '_blank', 'popup,width=520,height=720')
