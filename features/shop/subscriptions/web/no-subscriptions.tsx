import { BookOpen } from 'lucide-react'
import { Forbidden } from '#features/account/web/account-parts.tsx'
import { settings } from '#kit/web/settings.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/notices.tsx'

/** For students and people without a school. */
export const NoSubscriptions = ({ title }: { title: string }) => (
  <Forbidden title={title} hint="Library staff manage subscriptions.">
    <LinkButton look="main" href="/discover/results/">
      Search the catalogue
    </LinkButton>
  </Forbidden>
)

/** For a school that never had one. `top`: its title is the screen's heading. */
export const NeverSubscribed = ({ top }: { top?: boolean }) => (
  <EmptyState
    {...(top && { top })}
    icon={BookOpen}
    title="You have no subscription."
    hint="You can search the catalogue. To download records, your organisation needs a subscription."
  >
    <LinkButton look="main" href={`${settings.cmsUrl}/products`}>
      See products
    </LinkButton>
  </EmptyState>
)
