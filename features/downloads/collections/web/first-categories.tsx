import './first-categories.css'
import { useQuery } from '@tanstack/react-query'
import { collectionsApi } from '#features/downloads/collections/contract.ts'
import { grouped, nounOf } from '#kit/web/format.ts'
import { useLocation } from '#kit/web/router.tsx'
import { queryOf } from '#kit/web/use-api.ts'
import { Link } from '#ui/link.tsx'
import { ErrorBox, Skeleton } from '#ui/notices.tsx'
import { categoryAddress } from './category-tree.ts'

/** The categories of the top level as links, for the navigation. */
export function FirstCategories({ onGo }: { onGo?: () => void }) {
  const { data, error, refetch } = useQuery(queryOf(collectionsApi.firstCategories, {}))
  const here = new URLSearchParams(useLocation().search).get('categoryId')
  if (error && !data) return <ErrorBox messages={['We couldn’t load the categories.']} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={4} />
  if (data.response.length === 0) return <p className="quiet">No collections yet.</p>
  return (
    <ul className="first-categories">
      {data.response.map((category) => (
        <li key={category.id}>
          <Link
            className="row gap-16 spread text-small"
            href={categoryAddress(category)}
            aria-current={category.id === here ? 'page' : undefined}
            onClick={onGo}
          >
            {category.name}
            <span className="count num text-note weight-400">
              {grouped(category.collections)}
              <span className="only-heard"> {nounOf(category.collections, 'collection')}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
