import './details.css'
import { useQueryClient } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { NotForThem, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { useParams } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { BackLink } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { requestsApi } from '../contract.ts'
import { timelineApi } from '../timeline-contract.ts'
import { DetailsHead } from './details-head.tsx'
import { DetailsItem } from './details-item.tsx'
import { DetailsParcel } from './details-parcel.tsx'
import { DetailsProgress } from './details-progress.tsx'
import { counted } from './item-words.ts'
import { refreshRequests } from './refresh-requests.ts'
import { requestsAddress } from './request-addresses.ts'

const DetailsTimeline = lazy(async () => ({ default: (await import('./details-timeline.tsx')).DetailsTimeline }))

const name = 'Catalogue request'
/** The desk may answer while somebody looks. */
const lookEveryMs = 60_000

export function DetailsScreen() {
  const { id = '' } = useParams()
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me))
    return (
      <NotForThem title={name} hint="Cataloguing is requested by the staff of a school’s library.">
        <LinkButton look="main" href="/discover">
          Search the catalogue
        </LinkButton>
      </NotForThem>
    )
  return <Details key={id} id={id} />
}

function Details({ id }: { id: string }) {
  const whole = useLatestReply(requestsApi.catalogueRequest, { id }, { refetchEvery: lookEveryMs })
  const told = useLatestReply(timelineApi.timeline, { id }, { refetchEvery: lookEveryMs })
  const request = whole.reply?.response
  const cache = useQueryClient()
  const again = () => void refreshRequests(cache)
  if (whole.problem?.status === 404) return <NoSuchRequest />
  if (!request)
    return (
      <div className="request-details">
        {/* Its own title is heard when it is there, not this one before. */}
        {whole.problem && <title>{name}</title>}
        <Back />
        <h1>{name}</h1>
        {whole.problem ? (
          <ErrorBox messages={whole.problem.messages} onRetry={again} />
        ) : (
          <Skeleton lines={6} width="60%" />
        )}
      </div>
    )
  const places = new Map(told.reply?.response.places.map((place) => [place.itemId, place]))
  return (
    <div className="request-details">
      <title>{`${name} ${request.requestNumber}`}</title>
      <Back />
      <DetailsHead request={request} again={again} />
      <DetailsProgress request={request} />
      {whole.problem && <ErrorBox messages={whole.problem.messages} onRetry={again} />}
      <div className="details-columns">
        <div>
          <DetailsParcel request={request} />
          <section aria-labelledby="items-heading">
            <h2 id="items-heading" className="num">
              {counted(request.items.length, 'item')}
            </h2>
            <ol className="details-items">
              {request.items.map((item) => (
                <DetailsItem
                  key={item.id}
                  item={item}
                  place={places.get(item.id)}
                  requestId={request.id}
                  again={again}
                />
              ))}
            </ol>
          </section>
        </div>
        <Suspense fallback={<aside className="details-timeline" />}>
          <DetailsTimeline
            request={request}
            events={told.reply?.response.events}
            problem={told.problem}
            again={again}
          />
        </Suspense>
      </div>
    </div>
  )
}

const Back = () => <BackLink fallback={{ href: requestsAddress, title: 'My catalogue requests' }} />

const NoSuchRequest = () => (
  <EmptyState
    top
    icon={FileQuestion}
    title="There is no such catalogue request."
    hint="It may have been a draft that somebody has deleted, or the address is not complete."
  >
    <title>Not found</title>
    <LinkButton look="main" href={requestsAddress}>
      My catalogue requests
    </LinkButton>
  </EmptyState>
)
