import '../../web/account-list.css'
import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw, Smartphone, Trash2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { type SecondFactor, secondFactorApi } from '#features/account/second-factor/contract.ts'
import { call } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { formatDate, nounOf } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { refusalAt, useSending } from '#ui/form/use-sending.ts'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { focusHeading, ProfileSection } from '../../profile/web/profile-section.tsx'
import type { FactorWish } from './second-factor-dialogs.tsx'

const title = 'Authenticator app'
const load = () => import('./second-factor-dialogs.tsx')
const SecondFactorDialogs = lazy(async () => ({ default: (await load()).SecondFactorDialogs }))
const prepare = () => {
  prepareOverlays()
  // A failed load is reported when a dialog is opened.
  void load().catch(() => undefined)
}
const near = { onPointerEnter: prepare, onFocus: prepare }

/** The code asked for after the password; empty with an outside issuer. */
export function SecondFactorSection() {
  const { reply, problem, again } = useLatestReply(secondFactorApi.secondFactor, {})
  const [wish, setWish] = useState<FactorWish>()
  const { busy, refusal, send } = useSending('', refusalAt())
  const cache = useQueryClient()
  const factor = reply?.response
  if (factor && !factor.available) return null

  const done = async (said: string) => {
    await cache.invalidateQueries({ queryKey: [secondFactorApi.secondFactor.path] })
    announce(said)
  }
  const close = () => {
    setWish(undefined)
    // The button that opened the dialog may be gone with it.
    setTimeout(() => focusHeading(title))
  }
  // Ask for the proof before opening the dialog, so that two dialogs do not overlap.
  const begin = () =>
    void send(async () => setWish({ does: 'set-up', begun: await call(secondFactorApi.beginSecondFactor, {}) }))
  return (
    <ProfileSection
      title={title}
      hint="A second step after your password: a code from an app on your phone. You don’t need a code when you sign in with a passkey."
    >
      <div className="account-list">
        {!factor && problem && <ErrorBox messages={problem.messages} onRetry={again} />}
        {refusal.beside && <ErrorBox messages={refusal.beside} />}
        {!factor && !problem && <Skeleton lines={2} width="70%" />}
        {factor && !factor.setUpDate && <p className="none ink-2">No authenticator app is set up.</p>}
        {factor?.setUpDate && (
          <ul>
            <li className="stack items-center line-below">
              <Icon className="ink-3" of={Smartphone} />
              <div>
                <p className="what cluster gap-4-14 weight-550 anywhere">Set up</p>
                <p className="more ink-2 text-note num">{aboutFactor(factor)}</p>
              </div>
              <span className="flex gap-4">
                <Button look="bare" square icon={Trash2} {...near} onClick={() => setWish({ does: 'remove' })}>
                  Remove the authenticator app
                </Button>
              </span>
            </li>
          </ul>
        )}
        {factor && (
          <div className="flow gap-10 mt-16">
            <Button icon={Smartphone} busy={busy} {...near} onClick={begin}>
              {factor.setUpDate ? 'Set up another phone' : 'Set up an authenticator app'}
            </Button>
            {factor.setUpDate && (
              <Button icon={RefreshCw} {...near} onClick={() => setWish({ does: 'renew' })}>
                New recovery codes
              </Button>
            )}
          </div>
        )}
        {wish && (
          <LazyPart>
            <SecondFactorDialogs wish={wish} onDone={done} onClose={close} />
          </LazyPart>
        )}
      </div>
    </ProfileSection>
  )
}

const aboutFactor = ({ setUpDate, recoveryCodesLeft }: Dated<SecondFactor>) => {
  const left =
    recoveryCodesLeft === 0
      ? 'no recovery codes left: create new ones'
      : `${recoveryCodesLeft} recovery ${nounOf(recoveryCodesLeft, 'code')} left`
  return [setUpDate && `On ${formatDate(setUpDate)}`, left].filter(Boolean).join(' · ')
}
