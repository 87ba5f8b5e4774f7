import './z3950.css'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { lazy, useEffect, useRef, useState } from 'react'
import { type Z3950Server, z3950Api } from '#features/school/z3950/contract.ts'
import { dateInWords, timeOfDay } from '#kit/web/in-words.ts'
import { queryOf } from '#kit/web/use-api.ts'
import { useReplyInTime } from '#kit/web/use-reply-in-time.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'

const ResetDialog = lazy(async () => ({ default: (await import('./reset-dialog.tsx')).ResetDialog }))

/** The specification's message for every failure here. */
export const z3950Sentence = 'Error in Z39.50 Settings.'

/** The school's login to the Z39.50 server. `enabled`: the saved setting. */
export function Z3950LoginPanel({ customerId, enabled }: { customerId: string; enabled: boolean }) {
  const { reply, problem, late, again } = useReplyInTime(z3950Api.z3950Settings, { customerId })
  const cache = useQueryClient()
  const [resetting, setResetting] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const opened = useRef(false)
  // After noting the password, focus returns to the button that opened the dialog.
  useEffect(() => {
    if (opened.current && !resetting) opener.current?.focus()
    opened.current = resetting
  }, [resetting])
  if (!reply)
    return problem || late ? (
      <ErrorBox title={z3950Sentence} messages={problem?.messages ?? []} onRetry={again} />
    ) : (
      <Skeleton lines={4} width="60%" />
    )
  const { userName, resetDate, resetBy, takesEffectDate, server } = reply.response
  const close = () => {
    setResetting(false)
    void cache.invalidateQueries({ queryKey: queryOf(z3950Api.z3950Settings, { customerId }).queryKey })
  }
  return (
    <div className="stack gap-14 justify-items-start">
      <dl className="login-facts">
        {server && <ServerFacts {...server} />}
        <CodeFact name="User name" text={userName} copy="Copy the user name" />
        <dt>Password</dt>
        <dd>
          {resetDate
            ? `Made on ${dateInWords(resetDate, 'long')}${resetBy && ` by ${resetBy}`}`
            : 'None has been made yet'}
        </dd>
        <dt>State</dt>
        <dd>{stateInWords({ enabled, resetDate, takesEffectDate, server })}</dd>
      </dl>
      <Button ref={opener} icon={KeyRound} onClick={() => setResetting(true)}>
        {resetDate ? 'Reset the password' : 'Make a password'}
      </Button>
      {resetting && (
        <LazyPart>
          <ResetDialog customerId={customerId} first={!resetDate} onClose={close} />
        </LazyPart>
      )}
    </div>
  )
}

/** A value to enter in a library system, with a button that copies it. */
export const CodeFact = ({ name, text, copy }: { name: string; text: string; copy: string }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <code>{text}</code>
      <CopyButton text={text} label={copy} />
    </dd>
  </>
)

/** The server's address and formats, which a library system needs as well as the login. */
const ServerFacts = ({ host, port, tls, database }: Z3950Server) => (
  <>
    <CodeFact name="Host" text={host} copy="Copy the host" />
    <dt>Port</dt>
    <dd>
      <code>{port}</code> {tls && '(TLS)'}
    </dd>
    <CodeFact name="Database" text={database} copy="Copy the database name" />
    <dt>Records</dt>
    <dd>MARC 21 in your download settings’ character set, MARCXML or plain text</dd>
  </>
)

type Known = {
  enabled: boolean
  resetDate: Date | null
  takesEffectDate: Date | null
  server: Z3950Server | null
}

function stateInWords({ enabled, resetDate, takesEffectDate, server }: Known): string {
  if (!server) return 'Not available yet: this portal does not offer Z39.50'
  if (!enabled) return 'Switched off: nobody can sign in'
  if (!resetDate) return 'No library system can sign in yet'
  if (!takesEffectDate || takesEffectDate <= new Date()) return 'Library systems can sign in'
  return `The new password works from ${timeOfDay(takesEffectDate)}`
}
