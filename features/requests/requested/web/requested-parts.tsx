import { History } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import type { RequestedIn } from './requested-in.ts'

/** Leads to the request that an item is in already, in a new window: the form stays open. */
export const RequestedLink = ({ address, words }: RequestedIn) => (
  <Link href={address} target="_blank" rel="noopener">
    {words}
    <span className="only-heard"> (opens in a new window)</span>
  </Link>
)

/** Reports that the school has asked for an item already. */
export function AlreadyRequested({
  name,
  requested,
  onRemove,
}: {
  name: string
  requested: RequestedIn
  onRemove: () => void
}) {
  return (
    <div className="in-catalogue stack gap-10 mt-4 p-10-14 rounded on-accent-soft text-small anywhere" role="status">
      <Icon className="mt-2 ink-accent" of={History} />
      <div className="stack gap-8">
        <p>
          <RequestedLink {...requested} />. You don’t need to request it again.
        </p>
        <div className="flow gap-6">
          <Button onClick={onRemove}>
            Remove from request<span className="only-heard">: {name}</span>
          </Button>
        </div>
      </div>
    </div>
  )
}
