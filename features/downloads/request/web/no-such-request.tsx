import { FileQuestion, Search } from 'lucide-react'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/notices.tsx'

export const NoSuchRequest = () => (
  <EmptyState
    top
    icon={FileQuestion}
    title="We couldn’t find this download request"
    hint="It may have been removed, or the address may be incomplete."
  >
    <title>Not found</title>
    <LinkButton look="main" href="/">
      New quick request
    </LinkButton>
    <LinkButton href="/discover/results/" icon={Search}>
      Search the catalogue
    </LinkButton>
  </EmptyState>
)
