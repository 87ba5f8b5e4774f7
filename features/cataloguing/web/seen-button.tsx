import { cataloguingApi } from '#features/cataloguing/contract.ts'
import { useRefresh } from '#features/desk/web/desk-list-parts.tsx'
import { call } from '#kit/web/call.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { toastFailure } from '#ui/toast.tsx'
import type { ShownWhole } from './work-words.ts'

/** What the schools have written last, as it is read here, needs no answer. */
export function SeenButton({ work }: { work: ShownWhole }) {
  const refresh = useRefresh()
  const talk = work.events.filter(({ kind }) => kind === 'message' || kind === 'seen')
  const last = new Map(talk.map((event) => [event.requestId, event]))
  const messageIds = [...last.values()].filter(({ byDesk }) => !byDesk).map(({ id }) => id)
  if (messageIds.length === 0) return null
  const see = async () => {
    try {
      await call(cataloguingApi.nothingToAnswer, { itemId: work.itemId, messageIds })
      announce('Nothing waits for a word any more')
    } catch (error) {
      toastFailure(error)
    }
    await refresh()
  }
  return <Button onClick={() => void see()}>Nothing to answer</Button>
}
