import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { checkSignInApi, type SignInCheck } from '#features/library-systems/check-sign-in/contract.ts'
import { type Answer, call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { counted, timeOfDay } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

type Checked = Answer<typeof checkSignInApi.checkSignIn>['response']

/** Signs in with a typed password as the library system would, and shows the result. */
export function CheckDialog({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [checked, setChecked] = useState<Checked>()
  const check = async () => {
    setChecked(undefined)
    if (password === '') return setError('Enter the password.')
    setError(undefined)
    setBusy(true)
    try {
      setChecked((await call(checkSignInApi.checkSignIn, { cust_id: customerId, password: password.trim() })).response)
    } catch (failure) {
      setError(problemOf(failure).messages[0])
    } finally {
      setBusy(false)
    }
  }
  // No form: the dialog belongs to the form of the settings.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void check()
  }
  return (
    <Dialog
      title="Check the sign-in"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="main" busy={busy} onClick={check}>
            Sign in
          </Button>
        </>
      }
    >
      <div className="stack gap-14">
        <p>The portal signs in to its Z39.50 server with this password, as your library system does.</p>
        <TextField
          required
          label="Z39.50 password"
          type="password"
          autoComplete="off"
          autoFocus
          maxLength={200}
          value={password}
          error={error}
          onKeyDown={onKeyDown}
          onChange={(event) => setPassword(event.target.value)}
        />
        <div role="status">{checked && <Outcome {...checked} />}</div>
      </div>
    </Dialog>
  )
}

function Outcome({ outcome, takesEffectDate, records }: Checked) {
  const works = outcome === 'works'
  return (
    <p className={works ? 'flex gap-8 ink-ok' : 'flex gap-8 ink-bad'}>
      <Icon of={works ? CircleCheck : TriangleAlert} />
      <span>
        {works && `It works. Your library system can search ${counted(records, 'record')}.`}
        {outcome === 'not_yet' &&
          `This password works from ${takesEffectDate ? timeOfDay(takesEffectDate) : 'later today'}. Use the old one until then.`}
        {reasons[outcome]}
      </span>
    </p>
  )
}

const reasons: Partial<Record<SignInCheck['outcome'], string>> = {
  wrong_password: 'That password is incorrect. Check each character, or reset the password.',
  former_password: 'That is the old password. Enter the new one, or reset it if no one has it.',
  no_password: 'There’s no password yet. Create one first.',
  switched_off: 'Z39.50 is turned off. Allow library systems to sign in above, then save.',
  no_subscription: 'Your school has no current subscription, so no library system can sign in.',
  not_offered: 'This portal doesn’t offer Z39.50.',
  unreachable: 'The password is correct, but the Z39.50 server isn’t responding. Please try again later.',
  refused: 'The password is correct, but the server refused it. Please try again later.',
}
