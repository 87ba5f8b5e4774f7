import { Icon } from '#ui/icon.tsx'
import { resourceTypeNames } from '../rules.ts'
import { counted, itemName, typeIcons } from './item-words.ts'

type Asked = Parameters<typeof itemName>[0] & {
  id: string
  resourceType: keyof typeof resourceTypeNames
  physicalResource: boolean
  files: readonly unknown[]
}

/** The items of a draft at one look, each in a line. */
export function WhatIsAsked({ items }: { items: readonly Asked[] }) {
  return (
    <section className="what-is-asked">
      <h3>{counted(items.length, 'item')}</h3>
      <ol tabIndex={items.length > 6 ? 0 : undefined}>
        {items.map((item) => (
          <li key={item.id}>
            <Icon of={typeIcons[item.resourceType]} small />
            <span className="name">{itemName(item)}</span>
            <span className="quiet">
              {[
                resourceTypeNames[item.resourceType],
                item.physicalResource ? 'to post' : '',
                item.files.length > 0 ? counted(item.files.length, 'picture') : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
