import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { Forbidden, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { requestsApi } from '#features/requests/contract.ts'
import { Problem } from '#kit/problem.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { useParams } from '#kit/web/router.tsx'
import { queryOf } from '#kit/web/use-api.ts'
import { useTooLong } from '#kit/web/use-too-long.ts'
import { LinkButton } from '#ui/button.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { RequestForm } from './request-form.tsx'
import type { LoadedRequest } from './save-request.ts'

const NoDraft = lazy(async () => ({ default: (await import('./no-draft.tsx')).NoDraft }))

const newTitle = 'New catalogue request'

export function CreateRequestScreen() {
  const me = useCurrentUser()
  const { id } = useParams()
  // Somebody signed out in the middle of work continues with their own draft.
  const [userId, setUserId] = useState(me?.user.id ?? '')
  if (me && me.user.id !== userId) setUserId(me.user.id)
  if (me && !isSchoolStaff(me))
    return (
      <Forbidden
        title={newTitle}
        hint={
          me.customer === null
            ? 'Schools ask here for what the catalogue lacks. What they have asked for waits at the desk.'
            : 'The staff of your library asks here for what the catalogue lacks. You can search what it has.'
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

function SavedDraft({ userId, id }: { userId: string; id: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOf(requestsApi.catalogueRequest, { id }),
    refetchOnMount: 'always',
  })
  const late = useTooLong(!data && !error, id)
  const request = data?.response
  // While the final dialog shows the next steps, the request is no longer a draft.
  const [held, hold] = useState<LoadedRequest>()
  const draft = request?.status === 'DRAFT' ? request : held
  if (draft) return <RequestForm userId={userId} request={draft} onSubmitting={hold} />
  if (request)
    return (
      <LazyPart>
        <NoDraft userId={userId} id={id} title={`Request ${request.requestNumber} has been submitted`} submitted>
          <LinkButton look="main" href={`/CatalogueRequestDeatils/${encodeURIComponent(id)}`}>
            Look at the request
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
  if ((error && !isFetching) || late)
    return (
      <ErrorBox
        title="The request could not be fetched"
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
