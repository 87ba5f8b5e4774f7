import './access-key.css'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { lazy, useState } from 'react'
import { accessKeyApi } from '#features/school/access-key/contract.ts'
import { dateInWords } from '#kit/web/in-words.ts'
import { queryOf } from '#kit/web/use-api.ts'
import { useReplyInTime } from '#kit/web/use-reply-in-time.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'

const KeyDialog = lazy(async () => ({ default: (await import('./key-dialog.tsx')).KeyDialog }))
const WithdrawDialog = lazy(async () => ({ default: (await import('./withdraw-dialog.tsx')).WithdrawDialog }))

/** The school's API user and its key, for the primary contact. */
export function AccessKeySection() {
  const { reply, problem, late, again } = useReplyInTime(accessKeyApi.accessKey, {})
  const cache = useQueryClient()
  const [open, setOpen] = useState<'renew' | 'withdraw'>()
  const close = () => {
    setOpen(undefined)
    void cache.invalidateQueries({ queryKey: queryOf(accessKeyApi.accessKey, {}).queryKey })
  }
  const key = reply?.response
  return (
    <section className="access-key stack gap-14 max-640" aria-labelledby="settings-access-key">
      <h2 id="settings-access-key">API user</h2>
      <p className="lead aside">
        Lets a program of your school search and download without a person signing in.{' '}
        <a href="/docs/api">How it makes its calls</a>
      </p>
      {key ? (
        <>
          <dl className="login-facts">
            <dt>API user</dt>
            <dd>
              <code>{key.apiUser.id}</code>
              <CopyButton text={key.apiUser.id} label="Copy the API user" />
            </dd>
            <dt>Access key</dt>
            <dd>{key.accessKey ? <code>…{key.accessKey}</code> : 'None has been made yet'}</dd>
            {key.madeDate && (
              <>
                <dt>Made</dt>
                <dd>
                  {dateInWords(key.madeDate, 'long')} by {key.madeBy}
                </dd>
                <dt>Last used</dt>
                <dd>{key.usedDate ? dateInWords(key.usedDate, 'long') : 'Never'}</dd>
              </>
            )}
          </dl>
          <div className="flow gap-8">
            <Button icon={KeyRound} onClick={() => setOpen('renew')}>
              {key.accessKey ? 'Renew the access key' : 'Make an access key'}
            </Button>
            {key.accessKey && <Button onClick={() => setOpen('withdraw')}>Withdraw it</Button>}
          </div>
        </>
      ) : problem || late ? (
        <ErrorBox title="The access key could not be read." messages={problem?.messages ?? []} onRetry={again} />
      ) : (
        <Skeleton lines={3} width="60%" />
      )}
      <LazyPart key={open}>
        {open === 'renew' && <KeyDialog first={!key?.accessKey} onClose={close} />}
        {open === 'withdraw' && <WithdrawDialog onClose={close} />}
      </LazyPart>
    </section>
  )
}
