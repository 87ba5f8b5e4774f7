import { useQueryClient } from '@tanstack/react-query'
import { sessionsApi } from '#features/account/sign-in/contract.ts'
import { goToSignedOut } from '#features/account/web/account-parts.tsx'
import { call } from '#kit/web/call.ts'
import { signingOut } from '#kit/web/until-sign-out.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'

export function EverywhereDialog({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient()
  const leave = async () => {
    if (!(await signingOut.mayLeave())) return
    const { endSessionUrl } = await call(sessionsApi.signOutEverywhere, {})
    goToSignedOut(cache, endSessionUrl)
    // The dialog stays busy until the page has been left.
    await new Promise(() => undefined)
  }
  return (
    <ConfirmDialog title="Sign out everywhere?" action="Sign out everywhere" onConfirm={leave} onClose={onClose}>
      <p>This signs you out on this device and all others.</p>
      <p className="quiet">
        You won’t lose anything you’ve saved. If you’re in the middle of something on another device, you’ll be asked to
        sign in again there.
      </p>
    </ConfirmDialog>
  )
}
