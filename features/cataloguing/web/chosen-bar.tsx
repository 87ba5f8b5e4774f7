import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { Button } from '#ui/button.tsx'
import { GiveButton } from './give-button.tsx'
import { useAssign } from './use-assign.ts'
import type { ShownWork } from './work-words.ts'

/** What can be done with the chosen lines of the queue at once. */
export function ChosenBar({ works, onClear }: { works: readonly ShownWork[]; onClear: () => void }) {
  const me = useCurrentUser()
  const { assign, busy } = useAssign()
  if (works.length === 0 || !me) return null
  const take = async () => {
    await assign(works, me.user.id, works.length === 1 ? 'You have it now.' : 'You have them now.')
    onClear()
  }
  return (
    <fieldset className="chosen-bar">
      <legend className="only-heard">With the chosen items</legend>
      <strong className="num">{works.length.toLocaleString()} chosen</strong>
      <Button busy={busy} onClick={() => void take()}>
        Take
      </Button>
      <GiveButton works={works} label="Give the chosen items to" onDone={onClear}>
        Give to …
      </GiveButton>
      <Button look="bare" onClick={onClear}>
        Clear
      </Button>
    </fieldset>
  )
}
