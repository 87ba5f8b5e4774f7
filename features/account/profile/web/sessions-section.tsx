import '../../web/account-list.css'
import { useQueryClient } from '@tanstack/react-query'
import { LogOut, Monitor, MonitorX, Smartphone, Tablet } from 'lucide-react'
import { lazy, useState } from 'react'
import { type OwnSession, sessionsApi } from '#features/account/sign-in/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import type { Dated } from '#kit/web/dates.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { dateAndTime } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { Status } from '#ui/tags.tsx'
import { formatAgo } from '../../web/format-ago.ts'
import { focusHeading, ProfileSection } from './profile-section.tsx'

const EverywhereDialog = lazy(async () => ({ default: (await import('./everywhere-dialog.tsx')).EverywhereDialog }))

const title = 'Where you are signed in'
type SessionView = Dated<OwnSession>
const icons = { computer: Monitor, phone: Smartphone, tablet: Tablet, unknown: Monitor }
const methods = {
  '': '',
  password: 'with the password',
  passkey: 'with a passkey',
  issuer: 'through your organisation’s sign-in service',
}

/** A person's sessions, and how to end them. */
export function SessionsSection() {
  const { reply, problem, again } = useLatestReply(sessionsApi.ownSessions, {})
  const [ending, setEnding] = useState<string>()
  const [refused, setRefused] = useState<readonly string[]>()
  const [asking, setAsking] = useState(false)
  const cache = useQueryClient()
  const sessions = reply?.response ?? []
  const others = sessions.filter((each) => !each.current)

  const end = async (which: string, work: () => Promise<string>) => {
    setEnding(which)
    setRefused(undefined)
    try {
      const sentence = await work()
      await cache.invalidateQueries({ queryKey: [sessionsApi.ownSessions.path] })
      // The pressed button is gone.
      focusHeading(title)
      announce(sentence)
    } catch (error) {
      setRefused(problemOf(error).messages)
      if (error instanceof Problem && error.code === 'session_not_found') again()
    } finally {
      setEnding(undefined)
    }
  }
  const endOne = ({ id, device }: SessionView) =>
    end(id, async () => {
      await call(sessionsApi.endSession, { id })
      return `Signed out on ${device}.`
    })
  const endOthers = () =>
    end('others', async () => {
      const { ended } = await call(sessionsApi.endOtherSessions, {})
      return ended === 1 ? 'Signed out on one other device.' : `Signed out on ${ended} other devices.`
    })

  return (
    <ProfileSection
      title={title}
      hint="Don’t recognise a device? Sign it out and change your password. Sessions end after three hours of inactivity."
    >
      <div className="account-list">
        {refused && <ErrorBox messages={refused} />}
        {!reply && problem && <ErrorBox messages={problem.messages} onRetry={again} />}
        {!reply && !problem && <Skeleton lines={3} width="70%" />}
        {reply && (
          <>
            <ul>
              {sessions.map((session) => (
                <li className="stack items-center line-below" key={session.id}>
                  <Icon className="ink-3" of={icons[session.kind]} />
                  <div>
                    <p className="what cluster gap-4-14 weight-550 anywhere">
                      {session.device}
                      {session.current && <Status tone="ok">This device</Status>}
                    </p>
                    <p className="more ink-2 text-note num">{aboutSession(session)}</p>
                  </div>
                  {!session.current && (
                    <span className="flex gap-4">
                      <Button busy={ending === session.id} onClick={() => endOne(session)}>
                        Sign out<span className="only-heard"> on {session.device}</span>
                      </Button>
                    </span>
                  )}
                </li>
              ))}
            </ul>
            <div className="flow gap-10 mt-16">
              {others.length > 1 && (
                <Button icon={MonitorX} busy={ending === 'others'} onClick={endOthers}>
                  Sign out all other devices
                </Button>
              )}
              <Button
                icon={LogOut}
                onPointerEnter={prepareOverlays}
                onFocus={prepareOverlays}
                onClick={() => setAsking(true)}
              >
                Sign out everywhere
              </Button>
            </div>
          </>
        )}
        {asking && (
          <LazyPart>
            <EverywhereDialog onClose={() => setAsking(false)} />
          </LazyPart>
        )}
      </div>
    </ProfileSection>
  )
}

function aboutSession({ createdDate, lastSeenDate, method, current }: SessionView) {
  const since = createdDate ? `Since ${dateAndTime(createdDate)}` : ''
  const seen = current || !lastSeenDate ? '' : `last used ${formatAgo(lastSeenDate)}`
  return [[since, methods[method]].filter(Boolean).join(', '), seen].filter(Boolean).join(' · ')
}
