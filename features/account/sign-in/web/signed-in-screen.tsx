import { useEffect } from 'react'
import { EmptyState } from '#ui/notices.tsx'
import { signedInChannel } from '../../web/account-parts.tsx'

/** The end of the sign-in window: notifies the waiting page and closes. */
export function SignedInScreen() {
  useEffect(() => {
    const channel = new BroadcastChannel(signedInChannel)
    channel.postMessage('signed in')
    channel.close()
    window.close()
  }, [])
  return (
    <>
      <title>Signed in</title>
      <EmptyState top title="You’re signed in" hint="You can close this window and continue where you left off." />
    </>
  )
}
