import { useQueryClient } from '@tanstack/react-query'
import { KeyRound, PlugZap } from 'lucide-react'
import { lazy, useEffect, useRef, useState } from 'react'
import type { FileFormat } from '#features/school/settings/contract.ts'
import { z3950Api } from '#features/school/z3950/contract.ts'
import { formatDate, timeOfDay } from '#kit/web/format.ts'
import { queryOf, useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { ConnectFacts } from './connect-facts.tsx'

const CheckDialog = lazy(async () => ({
  default: (await import('#features/library-systems/check-sign-in/web/check-sign-in-parts.tsx')).CheckDialog,
}))
const ResetDialog = lazy(async () => ({ default: (await import('./reset-dialog.tsx')).ResetDialog }))

/** The specification's message for every failure here. */
export const z3950Sentence = 'Error in Z39.50 Settings.'

/** The school's login to the Z39.50 server. `enabled`: the saved setting. `format`: the chosen one of downloads. */
export function Z3950LoginPanel({
  customerId,
  enabled,
  format,
}: {
  customerId: string
  enabled: boolean
  format: FileFormat
}) {
  const { reply, problem, again } = useLatestReply(z3950Api.z3950Settings, { customerId })
  const cache = useQueryClient()
  const [resetting, setResetting] = useState(false)
  const [checking, setChecking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const opened = useRef(false)
  // After noting the password, focus returns to the button that opened the dialog.
  useEffect(() => {
    if (opened.current && !resetting) opener.current?.focus()
    opened.current = resetting
  }, [resetting])
  if (!reply)
    return problem ? (
      <ErrorBox title={z3950Sentence} messages={problem.messages} onRetry={again} />
    ) : (
      <Skeleton lines={4} width="60%" />
    )
  const { resetDate, resetBy, takesEffectDate, works, server } = reply.response
  const isMade = resetDate !== null || works
  const close = () => {
    setResetting(false)
    void cache.invalidateQueries({ queryKey: queryOf(z3950Api.z3950Settings, { customerId }).queryKey })
  }
  return (
    <div className="stack gap-14 justify-items-start">
      <ConnectFacts login={reply.response} format={format} />
      <dl className="login-facts">
        <dt>Password</dt>
        <dd>
          {resetDate
            ? `Created on ${formatDate(resetDate, 'long')}${resetBy && ` by ${resetBy}`}`
            : works
              ? 'Set by the provider'
              : 'No password yet'}
        </dd>
        <dt>Status</dt>
        <dd>{describeState({ enabled, isMade, takesEffectDate })}</dd>
      </dl>
      <div className="flow gap-8">
        <Button ref={opener} icon={KeyRound} onClick={() => setResetting(true)}>
          {isMade ? 'Reset password' : 'Create password'}
        </Button>
        {server && (
          <Button icon={PlugZap} onClick={() => setChecking(true)}>
            Check the sign-in
          </Button>
        )}
      </div>
      {checking && (
        <LazyPart>
          <CheckDialog customerId={customerId} onClose={() => setChecking(false)} />
        </LazyPart>
      )}
      {resetting && (
        <LazyPart>
          <ResetDialog customerId={customerId} first={!isMade} onClose={close} />
        </LazyPart>
      )}
    </div>
  )
}

type Known = {
  enabled: boolean
  isMade: boolean
  takesEffectDate: Date | null
}

function describeState({ enabled, isMade, takesEffectDate }: Known): string {
  if (!enabled) return 'Turned off: library systems can’t sign in'
  if (!isMade) return 'Library systems can’t sign in yet'
  if (!takesEffectDate || takesEffectDate <= new Date()) return 'Library systems can sign in'
  return `The new password works from ${timeOfDay(takesEffectDate)}`
}
