import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { type SchoolSignIn, schoolSignInApi } from '#features/account/sign-in-services/school-contract.ts'
import { call } from '#kit/web/call.ts'
import { queryOf, useLatestReply } from '#kit/web/use-api.ts'
import { auditApi } from '#platform/audit/contract.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'

/** Loaded on demand: schools rarely change how they sign in. */
const SchoolSignInForm = lazy(async () => ({
  default: (await import('./school-sign-in-form.tsx')).SchoolSignInForm,
}))

const UnlinkDialog = lazy(async () => ({ default: (await import('./unlink-parts.tsx')).UnlinkDialog }))

/** How the school's people sign in, for the primary contact. */
export function SchoolSignInPart() {
  const { reply, problem, again } = useLatestReply(schoolSignInApi.schoolSignIn, {})
  const [changing, setChanging] = useState(false)
  const [unlinking, setUnlinking] = useState(false)
  const cache = useQueryClient()
  if (!reply)
    return problem ? (
      <ErrorBox title="We couldn’t load how people sign in." messages={problem.messages} onRetry={again} />
    ) : (
      <Skeleton lines={2} width="60%" />
    )
  const present = reply.response
  if (changing)
    return (
      <LazyPart fallback={<Skeleton lines={4} width="60%" />}>
        <SchoolSignInForm key={JSON.stringify(present)} present={present} onClose={() => setChanging(false)} />
      </LazyPart>
    )
  return present.services.length > 0 || present.serviceId !== null ? (
    <>
      <p className="lead mb-8">{summaryOf(present)}</p>
      {present.address && (
        <p className="row gap-8 spread p-12-16 mb-8 max-640 framed-2 rounded on-sunken anywhere">
          <code>{present.address}</code>
          <CopyButton text={present.address} label="Copy link" />
        </p>
      )}
      <div className="row gap-8">
        <Button onClick={() => setChanging(true)}>Change how people sign in</Button>
        {present.linked > 0 && <Button onClick={() => setUnlinking(true)}>Unlink people</Button>}
      </div>
      {unlinking && (
        <LazyPart>
          <UnlinkDialog
            service={present.services.find(({ id }) => id === present.serviceId)?.name ?? 'the sign-in service'}
            people={present.linked}
            whose="at your school"
            unlink={async (username) => {
              const { response } = await call(schoolSignInApi.unlinkPeople, { username })
              void cache.invalidateQueries({ queryKey: [auditApi.customerAudit.path] })
              await cache.invalidateQueries({ queryKey: queryOf(schoolSignInApi.schoolSignIn, {}).queryKey })
              return response.people
            }}
            onClose={() => setUnlinking(false)}
          />
        </LazyPart>
      )}
    </>
  ) : (
    <p className="lead">
      Everyone signs in with a username and password. To let your people sign in with your school’s Google, Microsoft or
      another service, ask us to set it up.
    </p>
  )
}

function summaryOf({ services, serviceId, joining, passwords, emailDomain }: SchoolSignIn): string {
  if (serviceId === null) return 'Everyone signs in with a username and password.'
  const service = services.find(({ id }) => id === serviceId)
  if (!service) return 'Your chosen sign-in service is turned off.'
  const how = passwords
    ? `Your people sign in with ${service.name}, or with their password.`
    : `Everyone but the primary contact signs in with ${service.name}.`
  if (joining === 'nobody') return how
  const who = emailDomain ? `People at ${emailDomain} without an account` : 'People without an account'
  return `${how} ${who} join as ${joining === 'staff' ? 'staff' : 'students'}.`
}
