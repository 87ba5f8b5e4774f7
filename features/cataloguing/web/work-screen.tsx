import './work.css'
import { cataloguingApi } from '#features/cataloguing/contract.ts'
import { DeskHead, forDesk } from '#features/desk/web/desk-parts.tsx'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { useParams } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { useTooLong } from '#kit/web/use-too-long.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { Work } from './work.tsx'
import { WorkNav } from './work-nav.tsx'

/** Milliseconds: a school's message, a colleague who takes it, a parcel that comes. */
const lookEvery = 30_000

export const WorkScreen = forDesk(OneWork)

/** What is catalogued once: everything that the schools have told, and the answer to them. */
function OneWork() {
  const { itemId = '' } = useParams()
  const { reply, problem, stale, again } = useLatestReply(cataloguingApi.work, { itemId }, { refetchEvery: lookEvery })
  const neighbours = useNeighbours(itemId)
  const late = useTooLong(!reply && !problem, itemId)
  const work = stale ? undefined : reply?.response
  return (
    <div className="work">
      <WorkNav neighbours={neighbours} />
      {work ? (
        <Work key={itemId} itemId={itemId} work={work} neighbours={neighbours} />
      ) : problem?.code === 'item_not_found' ? (
        <EmptyState top title="Nobody waits for this" hint="There is no such item, or its school has not submitted it.">
          <LinkButton href={neighbours.queue}>Back to the queue</LinkButton>
        </EmptyState>
      ) : problem || late ? (
        <ErrorBox messages={problem?.messages ?? [genericSentence]} onRetry={again} />
      ) : (
        <>
          <DeskHead title="Cataloguing" />
          <Skeleton lines={10} width="80%" />
        </>
      )}
    </div>
  )
}
