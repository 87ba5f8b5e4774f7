import { Forbidden } from '#features/account/web/account-parts.tsx'
import { LinkButton } from '#ui/button.tsx'

/** For students and people without a school. */
export const NoSubscriptions = ({ title }: { title: string }) => (
  <Forbidden title={title} hint="Subscriptions are looked after by the staff of a library.">
    <LinkButton look="main" href="/discover/results/">
      Search the catalogue
    </LinkButton>
  </Forbidden>
)
