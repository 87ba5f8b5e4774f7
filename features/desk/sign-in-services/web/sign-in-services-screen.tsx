import { LogIn, Plus } from 'lucide-react'
import { lazy, useMemo, useState } from 'react'
import { roleOf } from '#features/account/rules.ts'
import { deskServicesApi, type SignInService } from '#features/account/sign-in-services/contract.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { dayMs } from '#kit/day.ts'
import { may } from '#kit/roles.ts'
import { counted, formatDate, grouped } from '#kit/web/format.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button } from '#ui/button.tsx'
import { DeskHead } from '#ui/desk-head.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { type Columns, dayInFile, fileOf, yesOrNo } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { DeskBar } from '#ui/table/desk-bar.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { Status } from '#ui/tags.tsx'
import type { ServiceWish } from './service-dialogs.tsx'

const loadDialogs = () => import('./service-dialogs.tsx')
const ServiceDialogs = lazy(async () => ({ default: (await loadDialogs()).ServiceDialogs }))
const near = {
  onPointerEnter: () => {
    prepareOverlays()
    void loadDialogs().catch(() => undefined)
  },
  onFocus: prepareOverlays,
}

const kinds = { oidc: 'OpenID Connect', saml: 'SAML 2.0' } as const

const columnsFor = (onWish: (wish: ServiceWish) => void, mayChange: boolean): Columns<SignInService> => [
  {
    head: 'Service',
    className: 'name-cell',
    csv: ({ name }) => name,
    cell: ({ name, kind, issuer, enabled, certificatesExpire }) => (
      <>
        <strong>{name}</strong> {!enabled && <Status>Off</Status>}
        <div className="why anywhere">
          {kinds[kind]} · {issuer}
        </div>
        {certificatesExpire && <Expiry at={certificatesExpire} />}
      </>
    ),
  },
  { head: 'Type', csv: ({ kind }) => kinds[kind] },
  { head: 'Issuer', csv: ({ issuer }) => issuer },
  { head: 'Status', csv: ({ enabled }) => (enabled ? 'On' : 'Off') },
  {
    head: 'Certificate expires',
    csv: ({ certificatesExpire }) => dayInFile(certificatesExpire === null ? null : new Date(certificatesExpire)),
  },
  {
    head: 'For',
    csv: ({ organisation }) => organisation || 'Every school',
    cell: ({ customerId, organisation, forProvider }) =>
      customerId ? (
        <Link href={`/desk/organisations/${encodeURIComponent(customerId)}`}>{organisation}</Link>
      ) : (
        <>
          Every school
          {forProvider && <div className="why">and our own people</div>}
        </>
      ),
  },
  { head: 'Our own people', csv: ({ forProvider }) => yesOrNo(forProvider) },
  {
    head: 'Chosen by',
    number: true,
    narrow: 'schools',
    csv: ({ schools }) => schools,
    cell: ({ schools }) => grouped(schools),
  },
  {
    head: 'People linked',
    number: true,
    narrow: 'people linked',
    csv: ({ people }) => people,
    cell: ({ people }) => grouped(people),
  },
  {
    head: 'Actions',
    headHidden: true,
    cell: (service: SignInService) => <Acts service={service} mayChange={mayChange} onWish={onWish} />,
  },
]

/** A month before the last certificate expires. */
function Expiry({ at }: { at: string }) {
  const daysLeft = (Date.parse(at) - Date.now()) / dayMs
  if (daysLeft > 30) return null
  return (
    <div className="why">
      {daysLeft > 0 ? 'Its certificate expires' : 'Its certificate expired'} on {formatDate(at)}.
    </div>
  )
}

function Acts({
  service,
  mayChange,
  onWish,
}: {
  service: SignInService
  mayChange: boolean
  onWish: (wish: ServiceWish) => void
}) {
  const act = (does: 'change' | 'check' | 'switch' | 'unlink' | 'remove', label: string, whole: string) => (
    <Button look="bare" aria-label={whole} {...near} onClick={() => onWish({ does, service })}>
      {label}
    </Button>
  )
  const { name, enabled, people } = service
  return (
    <div className="depot-acts">
      {mayChange && act('change', 'Change', `Change ${name}`)}
      {mayChange && service.kind === 'oidc' && act('check', 'Check', `Check ${name}`)}
      {mayChange && act('switch', enabled ? 'Turn off' : 'Turn on', `${enabled ? 'Turn off' : 'Turn on'} ${name}`)}
      {people > 0 && act('unlink', 'Unlink people', `Unlink people from ${name}`)}
      {mayChange && act('remove', 'Remove', `Remove ${name}`)}
    </div>
  )
}

export const SignInServicesScreen = forDesk(SignInServices)

function SignInServices() {
  const { reply, problem, again } = useLatestReply(deskServicesApi.deskSignInServices, {})
  const [wish, setWish] = useState<ServiceWish>()
  const me = useCurrentUser()
  const mayChange = me !== null && may(roleOf(me), 'administrator')
  const services = reply?.response
  const columns = useMemo(() => columnsFor(setWish, mayChange), [mayChange])
  return (
    <div className="desk">
      <DeskHead
        title="Sign-in services"
        hint="Other ways to sign in, such as Google or Microsoft. Each works only for schools that choose it in their school settings."
      >
        {mayChange && (
          <Button look="main" icon={Plus} {...near} onClick={() => setWish({ does: 'add' })}>
            Add service
          </Button>
        )}
      </DeskHead>
      {problem && !services ? (
        <ErrorBox messages={problem.messages} onRetry={again} />
      ) : !services ? (
        <Skeleton lines={6} width="80%" />
      ) : services.length === 0 ? (
        <EmptyState
          icon={LogIn}
          title="No sign-in services yet"
          hint={
            mayChange
              ? 'Until you add one, everyone signs in with a username and password.'
              : 'An administrator can add one.'
          }
        />
      ) : (
        <>
          <DeskBar
            title="Sign-in services"
            found={counted(services.length, 'service')}
            exported={<ExportButton name="Sign-in services" read={() => fileOf(columns, services)} />}
          />
          <div className="desk-lines cards">
            <DataTable caption="Sign-in services" columns={columns} rows={services} keyOf={({ id }) => id} />
          </div>
        </>
      )}
      {wish && (
        <LazyPart>
          <ServiceDialogs key={wish.does} wish={wish} onClose={() => setWish(undefined)} />
        </LazyPart>
      )}
    </div>
  )
}
