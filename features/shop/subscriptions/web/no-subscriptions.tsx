import { Forbidden } from '#features/account/web/account-parts.tsx'
import { LinkButton } from '#ui/button.tsx'

/** For students and people without a school. */
export const NoSubscriptions = ({ title }: { title: string }) => (
  <Forbidden title={title} hint="Library staff manage subscriptions.">
    <LinkButton look="main" href="/discover/results/">
      Search the catalogue
    </LinkButton>
  </Forbidden>
)
