import './organisation.css'
import { lazy } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { lazyWhenIdle } from '#kit/web/use-when-idle.ts'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { NotForOthers } from './not-for-others.tsx'
import { PinBox } from './pin-box.tsx'
import { SchoolHead } from './school-head.tsx'
import { SchoolKind } from './school-kind.tsx'

/** Below what people come for. */
const SchoolLanguage = lazyWhenIdle(async () => (await import('./school-language.tsx')).SchoolLanguage)
const SchoolTimeZone = lazyWhenIdle(async () => (await import('./school-time-zone.tsx')).SchoolTimeZone)
const SchoolSignInPart = lazy(async () => ({
  default: (await import('#features/account/sign-in-services/web/school-sign-in-parts.tsx')).SchoolSignInPart,
}))
const SchoolAudit = lazy(async () => ({
  default: (await import('#platform/audit/web/school-audit-parts.tsx')).SchoolAudit,
}))

export function SchoolSettingsScreen() {
  const me = useCurrentUser()
  if (!me?.customer?.organisation || !isSchoolStaff(me)) return <NotForOthers me={me} title="School settings" />
  const { customer } = me
  return (
    <div className="organisation-screen">
      <SchoolHead title="School settings" at="/schoolSettings" />
      {me.user.roles.includes('primary-contact') && (
        <PinBox customerId={customer.id}>
          Contacts and details are locked. Enter your school’s PIN to change them.
        </PinBox>
      )}
      <section aria-labelledby="school-kind">
        <h2 className="mb-6 title-huge" id="school-kind">
          Type and year level
        </h2>
        <SchoolKind me={me} customer={customer} organisation={customer.organisation!} />
      </section>
      <section aria-labelledby="school-language">
        <h2 className="mb-6 title-huge" id="school-language">
          Language
        </h2>
        <LazyPart fallback={<Skeleton lines={3} width="40%" />}>
          <SchoolLanguage isAdmin={me.user.roles.includes('organisation-admin')} />
        </LazyPart>
      </section>
      <section aria-labelledby="school-time">
        <h2 className="mb-6 title-huge" id="school-time">
          Time zone
        </h2>
        <LazyPart fallback={<Skeleton lines={2} width="40%" />}>
          <SchoolTimeZone isAdmin={me.user.roles.includes('organisation-admin')} />
        </LazyPart>
      </section>
      {me.user.roles.includes('primary-contact') && (
        <section aria-labelledby="school-sign-in">
          <h2 className="mb-6 title-huge" id="school-sign-in">
            Sign-in
          </h2>
          <LazyPart fallback={<Skeleton lines={4} width="60%" />}>
            <SchoolSignInPart />
          </LazyPart>
        </section>
      )}
      <section aria-labelledby="school-changes">
        <h2 className="mb-6 title-huge" id="school-changes">
          Change history
        </h2>
        <p className="lead mb-8 ink-2 measure-wide">
          Contacts, details, <Link href="/mySettings">file settings</Link>, people and keys at {customer.name}, newest
          first.
        </p>
        <LazyPart fallback={<Skeleton lines={6} width="80%" />}>
          <SchoolAudit />
        </LazyPart>
      </section>
    </div>
  )
}
