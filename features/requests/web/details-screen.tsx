import './details.css'
import { useQueryClient } from '@tanstack/react-query'
import { Check, FileQuestion, Hourglass, PackageCheck, Printer, Truck, Undo2, X } from 'lucide-react'
import { lazy } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { Forbidden, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { counted, grouped } from '#kit/web/format.ts'
import { useParams, useSearch } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { BackLink } from '#ui/back-link.tsx'
import { LinkButton } from '#ui/button.tsx'
import { focusNow } from '#ui/focus-now.ts'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { type Step, StepLine } from '#ui/table/step-line.tsx'
import { confirmApi } from '../confirm/contract.ts'
import { requestsApi } from '../contract.ts'
import { timelineApi } from '../timeline/contract.ts'
import { DetailsHead } from './details-head.tsx'
import { DetailsItem } from './details-item.tsx'
import { refreshRequests } from './refresh-requests.ts'
import { requestsAddress, slipAddress } from './request-addresses.ts'
import type { PlaceView, RequestView } from './request-views.ts'
import { stateOf } from './state-labels.ts'

const DetailsTimeline = lazy(async () => ({ default: (await import('./details-timeline.tsx')).DetailsTimeline }))

const name = 'Catalogue request'
/** Poll interval: the desk may answer meanwhile. */
const pollMs = 60_000

export function DetailsScreen() {
  const { id = '' } = useParams()
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me))
    return (
      <Forbidden title={name} hint="Library staff request cataloguing.">
        <LinkButton look="main" href="/discover">
          Search the catalogue
        </LinkButton>
      </Forbidden>
    )
  return <Details key={id} id={id} />
}

function Details({ id }: { id: string }) {
  const whole = useLatestReply(requestsApi.catalogueRequest, { id }, { refetchEvery: pollMs })
  const timeline = useLatestReply(timelineApi.timeline, { id }, { refetchEvery: pollMs })
  const request = whole.reply?.response
  const cache = useQueryClient()
  const again = () => void refreshRequests(cache)
  if (whole.problem?.status === 404) return <NoSuchRequest />
  if (!request)
    return (
      <div className="request-details">
        {/* Not this temporary one: the final title is announced once it is there. */}
        {whole.problem && <title>{name}</title>}
        <Back />
        <h1 className="mt-10">{name}</h1>
        {whole.problem ? (
          <ErrorBox className="mt-18" messages={whole.problem.messages} onRetry={again} />
        ) : (
          <Skeleton lines={6} width="60%" />
        )}
      </div>
    )
  const places = new Map(timeline.reply?.response.places.map((place) => [place.itemId, place]))
  return (
    <div className="request-details">
      <title>{`${name} ${request.requestNumber}`}</title>
      <Back />
      {request.status !== 'DRAFT' && <JustSubmitted request={request} places={timeline.reply?.response.places} />}
      <DetailsHead request={request} />
      <DetailsProgress request={request} />
      {whole.problem && <ErrorBox className="mt-18" messages={whole.problem.messages} onRetry={again} />}
      <div className="details-columns stack items-start mt-22 one-column-1080">
        <div>
          <DetailsParcel request={request} />
          <section aria-labelledby="items-heading">
            <div className="split items-end gap-8-16">
              <h2 id="items-heading" className="num">
                {counted(request.items.length, 'item')}
              </h2>
              {request.items.length > 0 && (
                <ExportButton
                  name={`${name} ${request.requestNumber}`}
                  read={async () => (await import('./my-requests-csv.ts')).requestFile(request)}
                />
              )}
            </div>
            <ol className="details-items mt-8">
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
        <LazyPart fallback={<aside className="details-timeline" />}>
          <DetailsTimeline
            request={request}
            events={timeline.reply?.response.events}
            problem={timeline.problem}
            again={again}
          />
        </LazyPart>
      </div>
    </div>
  )
}

/** Right after it was submitted, and only here: that it was, and how soon it is answered. */
function JustSubmitted({ request, places }: { request: RequestView; places: readonly PlaceView[] | undefined }) {
  const { submitted } = useSearch()
  if (submitted === undefined) return null
  const ends = places && places.length > 0 ? [Math.min(...places.map(({ place }) => place)), places[0]!.of] : undefined
  return (
    <p
      className="just-submitted mt-10 p-10-14 rounded on-ok-soft no-outline"
      tabIndex={-1}
      ref={focusNow}
      role="status"
    >
      <strong>Request submitted successfully</strong>: {request.requestNumber}. We’ve emailed you.
      {ends && <span className="num"> Place {ends.map((each) => grouped(each)).join(' of ')} in the queue.</span>}
    </p>
  )
}

const Back = () => <BackLink />

const NoSuchRequest = () => (
  <EmptyState
    top
    icon={FileQuestion}
    title="We couldn’t find this catalogue request."
    hint="It may be a deleted draft, or the address may be wrong."
  >
    <title>Not found</title>
    <LinkButton look="main" href={requestsAddress}>
      My catalogue requests
    </LinkButton>
  </EmptyState>
)

/** The steps from draft to answer; with physical items, the parcel's arrival in between. */
function DetailsProgress({ request }: { request: RequestView }) {
  const { status, items } = request
  const posted = items.filter((item) => item.physicalResource && item.status !== 'WITHDRAWN')
  const arrived = posted.filter((item) => item.receivedDate !== null)
  const answered = status === 'CATALOGUED' || status === 'DECLINED'
  const steps: Step[] = [{ label: 'Draft' }, { label: 'Requested', icon: Hourglass }]
  if (posted.length > 0)
    steps.push({
      label: arrived.length > 0 && arrived.length < posted.length ? 'Parcel partly arrived' : 'Parcel arrived',
      icon: PackageCheck,
    })
  const state = stateOf(request)
  const end = { Catalogued: Check, Declined: X, Withdrawn: Undo2 }[state.label]
  steps.push(answered ? { label: state.label, tone: state.tone, icon: end ?? Check } : { label: 'Catalogued' })
  const now = answered ? steps.length - 1 : status === 'DRAFT' ? 0 : arrived.length > 0 ? 2 : 1
  return <StepLine label="Progress" steps={steps} now={now} />
}

/** Where to post the items that have not arrived. Empty once they have. */
function DetailsParcel({ request }: { request: RequestView }) {
  const toPost = request.items.filter((item) => item.physicalResource && item.status === 'REQUESTED').length
  const { reply } = useLatestReply(confirmApi.postageSlip, { id: request.id }, { enabled: toPost > 0 })
  if (toPost === 0) return null
  const depot = reply?.response.depot
  return (
    <section
      className="details-parcel stack items-start rounded on-accent-soft gap-4-14"
      aria-labelledby="parcel-heading"
    >
      <Icon className="ink-link" of={Truck} />
      <div>
        <h2 id="parcel-heading" className="num">
          {counted(toPost, 'item')} to post
        </h2>
        <p className="text-small">
          Print the slip, put it in the parcel and post it to the depot. We’ll scan it when it arrives.
        </p>
        {depot && (
          <address className="stack mt-10 text-small upright">
            <strong>{depot.name}</strong>
            {depot.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
            {depot.note && <em className="mt-6 ink-2 upright">{depot.note}</em>}
          </address>
        )}
      </div>
      <LinkButton look="main" icon={Printer} href={slipAddress(request.id)}>
        Postage slip
      </LinkButton>
    </section>
  )
}
