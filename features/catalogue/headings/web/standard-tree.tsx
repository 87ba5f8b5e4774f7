import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Problem } from '#kit/problem.ts'
import { nounOf } from '#kit/web/format.ts'
import { queryOf as readOf } from '#kit/web/use-api.ts'
import { announce } from '#ui/announce.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { headingsApi } from '../contract.ts'
import { standardAddress } from './headings-parts.tsx'
import { readFragment } from './safe-elements.ts'

type DrawItem = (item: Element) => ReactNode

/** A level of the tree: a heading with narrower ones unfolds them in place. */
export function TreeList({ list, drawItem, inner = false }: { list: Element; drawItem: DrawItem; inner?: boolean }) {
  const items = [...list.children].filter((child) => child.localName === 'li')
  return (
    <ul className={inner ? undefined : 'tree'} onKeyDown={inner ? undefined : moveWithin}>
      {items.map((item) => (
        <TreeItem key={item.innerHTML} item={item} drawItem={drawItem} />
      ))}
    </ul>
  )
}

function TreeItem({ item, drawItem }: { item: Element; drawItem: DrawItem }) {
  const { branch, within, row, name } = useMemo(() => partsOf(item), [item])
  const [isOpen, turn] = useOpenBranch(branch ?? name, within !== undefined)
  if (!branch && !within)
    return (
      <li>
        <div className="tree-row leaf flow items-baseline">{drawItem(row)}</div>
      </li>
    )
  const keys = (event: KeyboardEvent) => {
    const opens = { ArrowRight: true, ArrowLeft: false }[event.key]
    if (opens === undefined || opens === isOpen) return
    event.preventDefault()
    turn(opens)
  }
  return (
    <li>
      <div className="tree-row flow items-baseline">
        <button
          type="button"
          className="unfold stack place-center ink-3 rounded-small"
          aria-expanded={isOpen}
          aria-label={`Narrower headings of ${name}`}
          onClick={() => turn(!isOpen)}
          onKeyDown={keys}
        >
          <Icon of={ChevronRight} small />
        </button>
        {drawItem(row)}
      </div>
      {isOpen &&
        (within ? (
          <TreeList list={within} drawItem={drawItem} inner />
        ) : (
          <Branch fileName={branch!} name={name} drawItem={drawItem} />
        ))}
    </li>
  )
}

/** Fetched when it is first unfolded. */
function Branch({ fileName, name, drawItem }: { fileName: string; name: string; drawItem: DrawItem }) {
  const { data, error, refetch, isFetching } = useQuery<string, Problem>(
    readOf(headingsApi.standard, { fileName }) as never,
  )
  const list = useMemo(() => (data === undefined ? undefined : narrowerIn(data)), [data])
  const count = list?.children.length
  const waited = useRef(data === undefined)
  useEffect(() => {
    if (count === undefined || !waited.current) return
    waited.current = false
    announce(`${count} narrower ${nounOf(count, 'heading')} of ${name}`)
  }, [count, name])
  if (list)
    return (
      <>
        <TreeList list={list} drawItem={drawItem} inner />
        {data !== undefined && readFragment(data).querySelector('.pages') && (
          <p className="branch-note measure-wide aside">
            <Link href={standardAddress(fileName)}>All narrower headings of {name}</Link>
          </p>
        )}
      </>
    )
  if (error && !isFetching)
    return (
      <p className="branch-note measure-wide aside" role="alert">
        {error.messages[0]} <TextButton onClick={() => void refetch()}>Try again</TextButton>
      </p>
    )
  return data === undefined ? (
    <Skeleton lines={2} width="220px" />
  ) : (
    <p className="branch-note measure-wide aside">No narrower headings.</p>
  )
}

/** The branch that an item links to, the content of its row, and the narrower headings that came with it. */
function partsOf(item: Element) {
  const row = item.cloneNode(true) as Element
  const within = [...row.children].find((child) => child.localName === 'ul')
  within?.remove()
  const link = [...row.querySelectorAll('a')].find((a) => branchPattern.test(a.getAttribute('href') ?? ''))
  const branch = link && decodeURIComponent(branchPattern.exec(link.getAttribute('href')!)![1]!)
  if (link) {
    const count = row.ownerDocument.createElement('span')
    count.className = 'count'
    // The button names what the number counts.
    count.append(/[\d.,]+/.exec(link.textContent ?? '')?.[0] ?? '')
    link.replaceWith(count)
  }
  return { branch, within, row, name: (row.querySelector('a') ?? row).textContent?.trim() ?? '' }
}

const branchPattern = /^\/standards\/(tree-[^/?#]+)$/

/** A branch comes as its own page: the heading with its narrower ones inside, or these alone. */
function narrowerIn(html: string): Element | undefined {
  const tree = readFragment(html).querySelector('ul.tree')
  const [only, ...others] = tree?.children ?? []
  const within = others.length === 0 && only ? [...only.children].find((child) => child.localName === 'ul') : undefined
  return within ?? tree ?? undefined
}

/** Up and down move between the visible rows. */
function moveWithin(event: KeyboardEvent<HTMLUListElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.tree-row')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[at + step]?.querySelector<HTMLElement>('button, a')
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}

/** Branches left open, so that a step back from a heading restores the tree. */
const open = new Set<string>()

function useOpenBranch(id: string, atFirst: boolean): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(atFirst || open.has(id))
  const turn = (next: boolean) => {
    if (next) open.add(id)
    else open.delete(id)
    setOpen(next)
  }
  return [isOpen, turn]
}
