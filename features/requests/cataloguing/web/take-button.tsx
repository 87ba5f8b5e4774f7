import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { Button } from '#ui/button.tsx'
import { useAssign } from './use-assign.ts'
import type { WorkView } from './work-labels.ts'

/** Assigns the work to oneself. */
export function TakeButton({ work }: { work: WorkView }) {
  const me = useCurrentUser()
  const { assign, busy } = useAssign()
  if (!me) return null
  return (
    <Button
      className="take-button"
      busy={busy}
      onClick={() => void assign([work], me.user.id, `${work.name} is assigned to you.`)}
    >
      Assign to me<span className="only-heard">: {work.name}</span>
    </Button>
  )
}
