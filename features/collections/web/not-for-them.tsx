import { School } from 'lucide-react'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/notices.tsx'

/** Students, and whoever belongs to no school. */
export function NotForThem({ title }: { title: string }) {
  return (
    <EmptyState
      top
      icon={School}
      title="You are not allowed to do this."
      hint="Collections are downloaded by the staff of a library. You can search the catalogue and look at its records."
    >
      <title>{title}</title>
      <LinkButton look="main" href="/discover/results/">
        Search the catalogue
      </LinkButton>
    </EmptyState>
  )
}
