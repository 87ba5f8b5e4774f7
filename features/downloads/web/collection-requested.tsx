import { useQuery } from '@tanstack/react-query'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { formatDate } from '#kit/web/format.ts'
import { queryOf } from '#kit/web/use-api.ts'
import { Link } from '#ui/link.tsx'

/** The school's last request of a collection, with a link to it. One call for all collections of a page. */
export function CollectionRequested({ id }: { id: string }) {
  const { data } = useQuery({
    ...queryOf(manageApi.listRequests, { requestType: 'COLLECTION', pageSize: 100 }),
    staleTime: 60_000,
  })
  const last = data?.response.find(({ asked }) => asked && 'collectionId' in asked && asked.collectionId === id)
  if (!last?.createdDate) return null
  return (
    <span>
      Requested <Link href={`/downloadRequest/${encodeURIComponent(last.id)}`}>{formatDate(last.createdDate)}</Link>
    </span>
  )
}
