import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { grouped, nounOf } from '#kit/web/format.ts'
import { goTo } from '#kit/web/history.ts'
import { Select } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { type CategoryNode, categoryAddress, flattened } from './category-tree.ts'

type Parts = {
  categories: readonly CategoryNode[]
  /** Ids from the top level down to the current one; empty for all collections. */
  path: readonly string[]
}

const allOf = (categories: readonly CategoryNode[]) => categories.reduce((sum, each) => sum + each.collections, 0)

/** The tree beside the list. */
export function CategoryNav({ categories, path }: Parts) {
  return (
    <nav className="category-nav pt-6" aria-label="Categories">
      <h2 className="remark weight-550">Categories</h2>
      <ul>
        <li>
          <span className="category relative flex">
            <Link className="side-link" href={categoryAddress()} aria-current={path.length === 0 ? 'page' : undefined}>
              All collections
              <Count of={allOf(categories)} />
            </Link>
          </span>
        </li>
        {categories.map((category) => (
          <Branch key={category.id} category={category} path={path} />
        ))}
      </ul>
    </nav>
  )
}

function Branch({ category, path }: { category: CategoryNode; path: readonly string[] }) {
  // The path to the current one is always open.
  const onPath = path.includes(category.id)
  const [chosen, choose] = useState<{ open: boolean; at: string }>()
  const at = path.join('/')
  const open = chosen?.at === at ? chosen.open : onPath || (chosen?.open ?? false)
  const { name, below, collections } = category
  return (
    <li>
      <span className="category relative flex">
        {below.length > 0 && (
          <button
            type="button"
            className="fold stack place-center ink-3 rounded-small"
            aria-expanded={open}
            aria-label={`Categories below ${name}`}
            onClick={() => choose({ open: !open, at })}
          >
            <Icon of={ChevronRight} small />
          </button>
        )}
        <Link
          className="side-link"
          href={categoryAddress(category)}
          aria-current={path.at(-1) === category.id ? 'page' : undefined}
        >
          {name}
          <Count of={collections} />
        </Link>
      </span>
      {open && below.length > 0 && (
        <ul>
          {below.map((each) => (
            <Branch key={each.id} category={each} path={path} />
          ))}
        </ul>
      )}
    </li>
  )
}

const Count = ({ of }: { of: number }) => (
  <span className="count num">
    {grouped(of)}
    <span className="only-heard"> {nounOf(of, 'collection')}</span>
  </span>
)

/** The same on a narrow screen, as a select. */
export function CategorySelect({ categories, path }: Parts) {
  const all = flattened(categories)
  return (
    <div className="category-select">
      <Select
        label="Category"
        value={path.at(-1) ?? ''}
        options={[
          { value: '', label: `All collections (${grouped(allOf(categories))})` },
          ...all.map(({ category, depth }) => ({
            value: category.id,
            label: `${'\u2003'.repeat(depth)}${category.name} (${grouped(category.collections)})`,
          })),
        ]}
        onChange={(event) =>
          goTo(categoryAddress(all.find(({ category }) => category.id === event.target.value)?.category))
        }
      />
    </div>
  )
}
