import { useState } from 'react'
import { z3950Api } from '#features/school/z3950/contract.ts'
import type { Answer } from '#kit/web/call.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { timeOfDay } from '#kit/web/format.ts'
import { HumanCheckBox, humanCheckMissing, useHumanCheck } from '#platform/human-check/web/human-check-parts.tsx'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { ErrorBox } from '#ui/notices.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { maxWaitMinutes } from '../rules.ts'
import { z3950Sentence } from './z3950-parts.tsx'

/** Requires confirmation and a human check, then shows the new password once. */
export function ResetDialog({
  customerId,
  first,
  onClose,
}: {
  customerId: string
  first: boolean
  onClose: () => void
}) {
  const human = useHumanCheck()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>()
  const [made, setMade] = useState<Answer<typeof z3950Api.resetZ3950Password>['response']>()
  const title = first ? 'Create Z39.50 password' : 'Reset Z39.50 password'

  const reset = async () => {
    if (!human.answer) return setRefused([humanCheckMissing])
    setBusy(true)
    setRefused(undefined)
    try {
      const input = { token: human.answer, cust_id: customerId }
      setMade((await call(z3950Api.resetZ3950Password, input)).response)
    } catch (error) {
      setRefused(problemOf(error).messages)
      human.again()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={title}
      // Requires an answer: a click outside must not lose the password.
      alert
      onClose={onClose}
      actions={
        made ? (
          <Button key="close" look="main" ref={focusNow} onClick={onClose}>
            {' '}
            I’ve saved it{' '}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="main" busy={busy} onClick={reset}>
              {first ? 'Create password' : 'Reset password'}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <NewPassword {...made} />
      ) : (
        <div className="stack gap-16">
          {refused && <ErrorBox title={z3950Sentence} messages={refused} />}
          <p>
            We’ll create a {first ? 'password for your library system' : 'new password'} and show it to you once. It
            takes up to {maxWaitMinutes} minutes to take effect.
            {!first && ' Until then, the old one works, so your library system stays connected.'}
          </p>
          <HumanCheckBox action="z3950-reset" {...human.box} />
        </div>
      )}
    </Dialog>
  )
}

/** The new password, shown until the dialog is closed. */
function NewPassword({
  userName,
  password,
  takesEffectDate,
}: {
  userName: string
  password: string
  takesEffectDate: string | null
}) {
  return (
    <div className="stack gap-16">
      <p>
        Copy both now. We won’t show the password again.
        {takesEffectDate && ` Enter them in your library system from ${timeOfDay(new Date(takesEffectDate))}.`}
      </p>
      <dl className="shown-once p-12-16 framed-2 rounded on-sunken stack gap-8">
        <SecretFact name="Username" text={userName} copy="Copy username" />
        <SecretFact name="Password" text={password} copy="Copy password" />
      </dl>
    </div>
  )
}

const SecretFact = ({ name, text, copy }: { name: string; text: string; copy: string }) => (
  <div className="stack gap-2">
    <dt className="ink-2 text-note weight-500">{name}</dt>
    <dd className="row gap-6 spread">
      <code className="text-17 anywhere">{text}</code>
      <CopyButton text={text} label={copy} />
    </dd>
  </div>
)
