import './access-keys.css'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { lazy, useState } from 'react'
import { accessKeysApi } from '#features/school/access-keys/contract.ts'
import { maxKeys } from '#features/school/access-keys/rules.ts'
import { queryOf, useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import type { KeyWish } from './key-dialogs.tsx'

const KeysTable = lazy(async () => ({ default: (await import('./keys-table.tsx')).KeysTable }))
const KeyDialogs = lazy(async () => ({ default: (await import('./key-dialogs.tsx')).KeyDialogs }))

/** The school's API user and its access keys, for the primary contact. */
export function AccessKeysSection() {
  const { reply, problem, again } = useLatestReply(accessKeysApi.accessKeys, {})
  const cache = useQueryClient()
  const [wish, setWish] = useState<KeyWish>()
  const close = () => {
    setWish(undefined)
    void cache.invalidateQueries({ queryKey: queryOf(accessKeysApi.accessKeys, {}).queryKey })
  }
  return (
    <section className="access-keys stack gap-14" aria-labelledby="settings-access-keys">
      <h2 className="pb-6 line-below title-huge" id="settings-access-keys">
        Access keys
      </h2>
      <p className="lead aside max-640">
        Your school’s programs use a key to search and download without anyone signing in.{' '}
        <a href="/docs/api">How programs use a key</a>
      </p>
      {reply ? (
        <>
          <dl className="login-facts max-640">
            <dt>API user</dt>
            <dd>
              <code>{reply.apiUser.id}</code>
              <CopyButton text={reply.apiUser.id} label="Copy API user" />
            </dd>
          </dl>
          {reply.response.length > 0 && (
            <LazyPart fallback={<Skeleton lines={3} />}>
              <KeysTable keys={reply.response} onWish={setWish} />
            </LazyPart>
          )}
          {reply.response.length < maxKeys ? (
            <div>
              <Button icon={KeyRound} onClick={() => setWish({ does: 'make' })}>
                {reply.response.length > 0 ? 'Create another key' : 'Create access key'}
              </Button>
            </div>
          ) : (
            <p className="quiet">Your school has {maxKeys} keys, the maximum. Withdraw one to create another.</p>
          )}
        </>
      ) : problem ? (
        <ErrorBox title="We couldn’t load the access keys." messages={problem.messages} onRetry={again} />
      ) : (
        <Skeleton lines={3} width="60%" />
      )}
      <LazyPart key={wish?.does}>{wish && <KeyDialogs wish={wish} onClose={close} />}</LazyPart>
    </section>
  )
}
