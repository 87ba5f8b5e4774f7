import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { CurrentUser } from '#features/account/contract.ts'
import { isSchoolStaff } from '#features/account/rules.ts'
import { currentUser, fetchCurrentUser } from '#features/account/web/account-parts.tsx'
import { counted } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import { signingOut } from '#kit/web/until-sign-out.ts'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import { words as say } from '../../messages.ts'
import { sendWaiting } from './send-waiting.ts'
import {
  askFirst,
  codeCount,
  isWaiting,
  onCodesChanged,
  ownerHere,
  readCodes,
  setOwner,
  storedCodes,
  waitingCodes,
} from './waiting-codes.ts'

/** While codes wait: the browser does not report that a server answers again. */
const retryMs = 30_000

export function useWaitingCodes(owner: string) {
  return readCodes(useSyncExternalStore(onCodesChanged, () => storedCodes(owner)))
}

/** On every screen of a signed-in person: sends the codes that wait, once there is a network. */
export function SendWaitingCodes() {
  const me = useQuery(currentUser).data
  const owner = me && isSchoolStaff(me) ? me.user.id : ''
  const waits = useWaitingCodes(owner).some(isWaiting)
  useEffect(() => {
    // Unknown until the first reply, which never comes without a network.
    if (me === undefined) return
    const last = ownerHere()
    if (last && last.id !== me?.user.id) askFirst(last.id)
    setOwner(me && owner ? { id: owner, name: nameOf(me) } : undefined)
  }, [me, owner])
  useEffect(() => {
    if (!owner || !waits) return
    const send = () => void whileAlone(() => sendAs(owner))
    // In another tab someone else may have signed in since.
    const sendAs = async (id: string) => {
      const now = await fetchCurrentUser()
      if (now?.user.id !== id) return
      for (const { codes, id: requestId } of await sendWaiting(id))
        toastSuccess({
          text: say.codesSent({ codes: counted(codes.identities.length, say.savedCode, say.savedCodes) }),
          action: { label: say.showRequest, act: () => goTo(`/downloadRequest/${encodeURIComponent(requestId)}`) },
        })
    }
    send()
    const timer = setInterval(send, retryMs)
    window.addEventListener('online', send)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', send)
    }
  }, [owner, waits])
  return owner && <AskBeforeSignOut owner={owner} />
}

const nameOf = ({ user: { firstName, lastName, username } }: CurrentUser) =>
  `${firstName} ${lastName}`.trim() || username

/** In one tab at a time, so that each request is reported once. */
async function whileAlone(run: () => Promise<void>) {
  try {
    if (!navigator.locks) return await run()
    await navigator.locks.request('waiting-codes', { ifAvailable: true }, async (lock) => (lock ? run() : undefined))
  } catch {
    // Tried again later.
  }
}

/** Signing out deletes what waits. */
function AskBeforeSignOut({ owner }: { owner: string }) {
  const [answer, setAnswer] = useState<{ give: (leaves: boolean) => void }>()
  useEffect(() => {
    const before = signingOut.mayLeave
    signingOut.mayLeave = async () => {
      if (waitingCodes(owner).length === 0) return true
      return new Promise<boolean>((give) => setAnswer({ give }))
    }
    return () => {
      signingOut.mayLeave = before
    }
  }, [owner])
  if (!answer) return null
  const give = (leaves: boolean) => {
    answer.give(leaves)
    setAnswer(undefined)
  }
  return (
    <ConfirmDialog
      title={say.signOutAsk}
      action={say.deleteAndSignOut}
      onConfirm={() => give(true)}
      onClose={() => give(false)}
    >
      <p>{say.signOutDeletes({ codes: counted(codeCount(waitingCodes(owner)), say.code, say.codes) })}</p>
    </ConfirmDialog>
  )
}
