import { useQueryClient } from '@tanstack/react-query'
import { sessionsApi } from '#features/account/sign-in/contract.ts'
import { call } from '#kit/web/call.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

export function EverywhereDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient()
  const leave = async () => {
    const { endSessionUrl } = await call(sessionsApi.signOutEverywhere, {})
    cache.clear()
    window.location.assign(endSessionUrl)
    // The dialog stays busy until the page has been left.
    await new Promise(() => undefined)
  }
  return (
    <ConfirmDialog title="Sign out everywhere?" action="Sign out everywhere" onConfirm={leave} onClose={onClose}>
      <p>You are signed out on this device and on every other one.</p>
      <p className="quiet">
        Nothing that was saved is lost. Whoever is in the middle of something on another device is asked to sign in
        again there.
      </p>
    </ConfirmDialog>
  )
}
