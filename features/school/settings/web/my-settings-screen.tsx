import './my-settings.css'
import { School } from 'lucide-react'
import { lazy } from 'react'
import type { CurrentUser } from '#features/account/contract.ts'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { useTooLong } from '#kit/web/use-too-long.ts'
import { LinkButton } from '#ui/button.tsx'
import { LowerPart } from '#ui/lower-part.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
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
  const late = useTooLong(!settings && !problem, '')
  return (
    <div className="my-settings">
      <title>Settings</title>
      <h1>Settings</h1>
      {settings && me?.customer ? (
        <>
          <SettingsForm
            settings={settings}
            saved={saved}
            customerId={customerId}
            owner={me.user.id}
            school={me.customer.name}
            Preview={Preview}
          />
          {me.user.roles.includes('primary-contact') && (
            <LowerPart>
              <AccessKeysSection />
              <WebhooksSection />
            </LowerPart>
          )}
        </>
      ) : (problem && !leaving) || late ? (
        <ErrorBox title={cannotRetrieve('settings')} messages={problem?.messages ?? []} onRetry={again} />
      ) : (
        <Skeleton lines={8} width="60%" />
      )}
    </div>
  )
}

/** Shown before anything can be filled in. */
function Forbidden({ me }: { me: CurrentUser }) {
  return (
    <EmptyState
      top
      icon={School}
      title="These settings are a school’s"
      hint={
        me.customer === null
          ? 'They decide how a school’s files are made, and your account belongs to none. The people of each school keep their own.'
          : 'They decide how the files of your library are made, and its staff looks after them. You can search the catalogue and look at its records.'
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
