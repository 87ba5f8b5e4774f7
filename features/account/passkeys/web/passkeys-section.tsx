import '../../web/account-list.css'
import { useQueryClient } from '@tanstack/react-query'
import { CloudCheck, KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { type Passkey, passkeysApi } from '#features/account/sign-in/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { formatDate } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { Status } from '#ui/tags.tsx'
import { focusHeading, ProfileSection } from '../../profile/web/profile-section.tsx'
import { formatAgo } from '../../web/format-ago.ts'
import type { PasskeyWish } from './passkey-dialogs.tsx'

const title = 'Passkeys'
const load = () => import('./passkey-dialogs.tsx')
const PasskeyDialogs = lazy(async () => ({ default: (await load()).PasskeyDialogs }))
const prepare = () => {
  prepareOverlays()
  // A failed load is reported when a dialog is opened.
  void load().catch(() => undefined)
}
const near = { onPointerEnter: prepare, onFocus: prepare }

/** Sign-in without a password; empty if sign-in takes no passkeys. */
export function PasskeysSection() {
  const { reply, problem, again } = useLatestReply(passkeysApi.passkeys, {})
  const [wish, setWish] = useState<PasskeyWish>()
  const cache = useQueryClient()
  if (reply && !reply.available) return null

  const done = async (said: string) => {
    await cache.invalidateQueries({ queryKey: [passkeysApi.passkeys.path] })
    announce(said)
  }
  const close = () => {
    setWish(undefined)
    // The button that opened the dialog may be gone with it.
    if (wish?.does === 'remove') setTimeout(() => focusHeading(title))
  }
  const passkeys = reply?.response ?? []
  const able = typeof PublicKeyCredential !== 'undefined'
  return (
    <ProfileSection
      title={title}
      hint="Sign in with your fingerprint, face or screen lock instead of your password. Passkeys can’t be guessed and only work on this site."
    >
      <div className="account-list">
        {!reply && problem && <ErrorBox messages={problem.messages} onRetry={again} />}
        {!reply && !problem && <Skeleton lines={2} width="70%" />}
        {reply && passkeys.length === 0 && <p className="none ink-2">You have no passkeys yet.</p>}
        {passkeys.length > 0 && (
          <ul>
            {passkeys.map((passkey) => (
              <li className="stack items-center line-below" key={passkey.id}>
                <Icon className="ink-3" of={KeyRound} />
                <div>
                  <p className="what cluster gap-4-14 weight-550 anywhere">
                    {passkey.name}
                    {passkey.synced && <Status icon={CloudCheck}>On all your devices</Status>}
                  </p>
                  <p className="more ink-2 text-note num">{aboutPasskey(passkey)}</p>
                </div>
                <span className="flex gap-4">
                  <Button
                    look="bare"
                    square
                    icon={Pencil}
                    {...near}
                    onClick={() => setWish({ does: 'rename', passkey })}
                  >
                    {`Rename ${passkey.name}`}
                  </Button>
                  <Button
                    look="bare"
                    square
                    icon={Trash2}
                    {...near}
                    onClick={() => setWish({ does: 'remove', passkey })}
                  >
                    {`Remove ${passkey.name}`}
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
        {reply && (
          <div className="flow gap-10 mt-16">
            {able ? (
              <Button icon={Plus} {...near} onClick={() => setWish({ does: 'add' })}>
                Add a passkey
              </Button>
            ) : (
              <p className="more ink-2 text-note num">This browser can’t create passkeys.</p>
            )}
          </div>
        )}
        {wish && (
          <LazyPart>
            <PasskeyDialogs wish={wish} onDone={done} onClose={close} />
          </LazyPart>
        )}
      </div>
    </ProfileSection>
  )
}

const aboutPasskey = ({ createdDate, lastUsedDate }: Dated<Passkey>) =>
  [
    createdDate && `Added ${formatDate(createdDate)}`,
    lastUsedDate ? `last used ${formatAgo(lastUsedDate)}` : 'not used yet',
  ]
    .filter(Boolean)
    .join(' · ')
