import { useQuery } from '@tanstack/react-query'
import { lazy, useCallback, useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { Forbidden, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { requestsApi } from '#features/requests/contract.ts'
import { Problem } from '#kit/problem.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { useParams } from '#kit/web/router.tsx'
import { queryOf } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { RequestForm } from './request-form.tsx'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../confirm/web/confirm-dialog.tsx')).ConfirmDialog,
}))
const NoDraft = lazy(async () => ({ default: (await import('./no-draft.tsx')).NoDraft }))

const newTitle = 'New catalogue request'

export function CreateRequestScreen() {
  const me = useCurrentUser()
  const { id } = useParams()
  // Someone signed out in the middle of work continues with their own draft.
  const [userId, setUserId] = useState(me?.user.id ?? '')
  if (me && me.user.id !== userId) setUserId(me.user.id)
  if (me && !isSchoolStaff(me))
    return (
      <Forbidden
        title={newTitle}
        hint={
          me.customer === null
            ? 'Schools request cataloguing here. You’ll find their requests at the desk.'
            : 'Your library staff request cataloguing here. You can search the catalogue.'
        }
      >
        <LinkButton look="main" href={me.customer === null ? '/desk' : '/discover'}>
          {me.customer === null ? 'Go to the desk' : 'Search the catalogue'}
        </LinkButton>
      </Forbidden>
    )
  if (id === undefined) return <RequestForm key={userId} userId={userId} request={null} />
  return <SavedDraft key={`${userId} ${id}`} userId={userId} id={id} />
}

function SavedDraft(props: { userId: string; id: string }) {
  const [confirming, setConfirming] = useState(false)
  const confirm = useCallback(() => setConfirming(true), [])
  return (
    <>
      <DraftOrWhy {...props} onConfirm={confirm} />
      {confirming && (
        <LazyPart>
          <ConfirmDialog requestId={props.id} onClose={() => setConfirming(false)} />
        </LazyPart>
      )}
    </>
  )
}

/** The form of a draft, or why there is none. */
function DraftOrWhy({ userId, id, onConfirm }: { userId: string; id: string; onConfirm: () => void }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOf(requestsApi.catalogueRequest, { id }),
    refetchOnMount: 'always',
  })
  const request = data?.response
  if (request?.status === 'DRAFT') return <RequestForm {...{ userId, request, onConfirm }} />
  if (request)
    return (
      <LazyPart>
        <NoDraft userId={userId} id={id} title={`Request ${request.requestNumber} has been submitted`} submitted>
          <LinkButton look="main" href={`/CatalogueRequestDeatils/${encodeURIComponent(id)}`}>
            View request
          </LinkButton>
        </NoDraft>
      </LazyPart>
    )
  if (error instanceof Problem && error.status === 404)
    return (
      <LazyPart>
        <NoDraft userId={userId} id={id} title={error.messages[0]}>
          <LinkButton look="main" href="/CreateCatalogueRequest">
            New request
          </LinkButton>
          <LinkButton href="/myCatalogueRequests">My requests</LinkButton>
        </NoDraft>
      </LazyPart>
    )
  if (error && !isFetching)
    return (
      <ErrorBox
        title="We couldn’t load the request"
        messages={problemOf(error).messages}
        onRetry={() => void refetch()}
      />
    )
  return (
    <div className="request-form">
      <title>Catalogue request</title>
      <Skeleton lines={8} width="60%" />
    </div>
  )
}
