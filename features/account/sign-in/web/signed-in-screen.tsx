import { useEffect } from 'react'
import { EmptyState } from '#ui/notices.tsx'
import { signedInChannel } from '../../web/account-parts.tsx'

/** Where the sign-in window ends: it tells the page that waits for it and closes. */
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
      <EmptyState top title="You are signed in" hint="You can close this window and go on where you were." />
    </>
  )
}
