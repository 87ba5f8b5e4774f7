import './my-settings.css'
import { School } from 'lucide-react'
import { lazy } from 'react'
import type { CurrentUser } from '#features/account/contract.ts'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { LinkButton } from '#ui/button.tsx'
import { HelpLink } from '#ui/help-link.tsx'
import { LowerPart } from '#ui/lower-part.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import type { Place } from './section-nav.tsx'
import { cannotRetrieve } from './setting-labels.ts'
import { type Preview, SettingsForm } from './settings-form.tsx'
import { useSettings } from './settings-parts.tsx'

const AccessKeysSection = lazy(async () => ({
  default: (await import('#features/school/access-keys/web/access-keys-parts.tsx')).AccessKeysSection,
}))

const WebhooksSection = lazy(async () => ({
  default: (await import('#platform/webhooks/web/webhooks-parts.tsx')).WebhooksSection,
}))

/** `Preview` belongs to another feature and is injected by the application. */
export function MySettingsScreen({ Preview }: { Preview: Preview }) {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me)) return <Forbidden me={me} />
  return <MySettings me={me} Preview={Preview} />
}

function MySettings({ me, Preview }: { me: CurrentUser | null; Preview: Preview }) {
  const { customerId, settings, saved = false, problem, leaving, again } = useSettings()
  const forPrograms = me?.user.roles.includes('primary-contact')
  return (
    <div className="my-settings">
      <title>Settings</title>
      <div className="row gap-4">
        <h1>Settings</h1>
        <HelpLink href="/help/school#settings" about="settings" />
      </div>
      {settings && me?.customer ? (
        <>
          <SettingsForm
            settings={settings}
            saved={saved}
            customerId={customerId}
            owner={me.user.id}
            school={me.customer.name}
            morePlaces={forPrograms ? programPlaces : none}
            Preview={Preview}
          />
          {forPrograms && (
            <div id="settings-programs">
              <LowerPart>
                <AccessKeysSection />
                <WebhooksSection />
              </LowerPart>
            </div>
          )}
        </>
      ) : problem && !leaving ? (
        <ErrorBox title={cannotRetrieve('settings')} messages={problem.messages} onRetry={again} />
      ) : (
        <Skeleton lines={8} width="60%" />
      )}
    </div>
  )
}

const none: Place[] = []
const programPlaces: Place[] = [{ id: 'programs', label: 'Access keys and webhooks' }]

/** Shown before anything can be filled in. */
function Forbidden({ me }: { me: CurrentUser }) {
  return (
    <EmptyState
      top
      icon={School}
      title="These settings are for schools"
      hint={
        me.customer === null
          ? 'Each school chooses how its files are created. Your account doesn’t belong to a school.'
          : 'Library staff manage these settings for your school’s files. You can search the catalogue and view its records.'
      }
    >
      <title>Settings</title>
      {me.customer === null ? (
        <LinkButton look="main" href="/desk">
          Go to the desk
        </LinkButton>
      ) : (
        <LinkButton look="main" href="/discover">
          Search the catalogue
        </LinkButton>
      )}
    </EmptyState>
  )
}
