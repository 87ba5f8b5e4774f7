import './collections.css'
import { useQueries } from '@tanstack/react-query'
import { FolderX, Library } from 'lucide-react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { Forbidden, useCurrentUser } from '#features/account/web/account-parts.tsx'
import { collectionsApi } from '#features/downloads/collections/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { counted } from '#kit/web/format.ts'
import { useSearch } from '#kit/web/router.tsx'
import { queryOf } from '#kit/web/use-api.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { CategoryNav, CategorySelect } from './category-nav.tsx'
import { type CategoryNode, categoryAddress, categoryCalled, pathTo, useCategories } from './category-tree.ts'
import { CollectionList } from './collection-list.tsx'
import type { CollectionView } from './collection-order.ts'

const all = 'Collections'
const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

export function CollectionsScreen() {
  const me = useCurrentUser()
  if (me && !isSchoolStaff(me))
    return (
      <Forbidden
        title={all}
        hint="Only library staff can download collections. You can search the catalogue and view its records."
      >
        <LinkButton look="main" href="/discover/results/">
          Search the catalogue
        </LinkButton>
      </Forbidden>
    )
  return <Collections />
}

function Collections() {
  const search = useSearch()
  const { categories, problem, again } = useCategories()
  const id = one(search.categoryId) || (categoryCalled(categories ?? [], one(search.categoryName))?.id ?? '')
  const path = categories ? pathTo(categories, id) : []
  if (categories && id !== '' && path.length === 0) return <NoSuchCategory />
  // Until the category itself has loaded, its name comes from the address.
  const name = id === '' ? all : (path.at(-1)?.name ?? (one(search.categoryName) || all))
  return (
    <div className="collections stack items-start one-column-860">
      <title>{name}</title>
      {categories ? (
        <CategoryNav categories={categories} path={path.map((each) => each.id)} />
      ) : (
        <div className="category-nav pt-6">{!problem && <Skeleton lines={8} />}</div>
      )}
      <div className="in-category">
        {categories && <CategorySelect categories={categories} path={path.map((each) => each.id)} />}
        {path.length > 1 && (
          <p className="levels quiet text-note mb-2">
            {path
              .slice(0, -1)
              .map((each) => each.name)
              .join(' › ')}
          </p>
        )}
        <h1>{name}</h1>
        {problem && !categories ? (
          <ErrorBox messages={problem.messages} onRetry={again} />
        ) : !categories ? (
          <Skeleton lines={6} width="80%" />
        ) : (
          <OfCategories key={id} categories={id === '' ? categories : path.slice(-1)} all={id === ''} name={name} />
        )}
      </div>
    </div>
  )
}

function OfCategories({ categories, all, name }: { categories: CategoryNode[]; all: boolean; name: string }) {
  const { collections, problem, again } = useCollections(categories.map(({ id }) => id))
  if (problem && !collections) {
    if (problem.status === 404) return <NoSuchCategory />
    return <ErrorBox messages={problem.messages} onRetry={again} />
  }
  const count = categories.reduce((sum, each) => sum + each.collections, 0)
  return (
    <>
      <p className="lead quiet">
        {all
          ? 'Ready-made sets of records. Choose a collection and download it all at once.'
          : counted(count, 'collection')}
      </p>
      {!collections ? (
        <Skeleton lines={Math.min(12, 2 + count * 2)} width="80%" />
      ) : collections.length === 0 ? (
        <EmptyState
          icon={Library}
          title={all ? 'No collections yet' : 'Nothing in this category yet'}
          hint={
            all
              ? 'Collections will appear here when the provider adds them. Until then, you can request records by their identifiers.'
              : 'Try another category.'
          }
        >
          {all ? (
            <LinkButton href="/">Quick request</LinkButton>
          ) : (
            <LinkButton href={categoryAddress()}>All collections</LinkButton>
          )}
        </EmptyState>
      ) : (
        <CollectionList collections={collections} name={name} categoryName={all ? '' : name} />
      )}
    </>
  )
}

const NoSuchCategory = () => (
  <EmptyState top icon={FolderX} title="We couldn’t find this category" hint="It may have been renamed or removed.">
    <title>Not found</title>
    <LinkButton look="main" href={categoryAddress()}>
      All collections
    </LinkButton>
  </EmptyState>
)

/** The collections of these categories in order, with all below them. */
function useCollections(categoryIds: readonly string[]): {
  collections: CollectionView[] | undefined
  problem: Problem | undefined
  again: () => void
} {
  return useQueries({
    queries: categoryIds.map((categoryId) => queryOf(collectionsApi.listCollections, { categoryId })),
    combine: (replies) => ({
      collections: replies.every(({ data }) => data) ? replies.flatMap(({ data }) => data!.response) : undefined,
      problem: replies.find(({ error }) => error)?.error as Problem | undefined,
      again: () => {
        for (const { error, refetch } of replies) if (error) void refetch()
      },
    }),
  })
}
