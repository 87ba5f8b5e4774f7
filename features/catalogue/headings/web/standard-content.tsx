import { createElement, Fragment, type ReactNode } from 'react'
import { useLocation } from '#kit/web/router.tsx'
import { Link } from '#ui/link.tsx'
import { judge } from './safe-elements.ts'
import { TreeList } from './standard-tree.tsx'

/**
 * A page of the standard from the server's template, with client-side links and a tree that unfolds.
 * `titled`: its first heading is the screen's.
 */
export function StandardContent({ body, titled }: { body: Element; titled: boolean }) {
  const { pathname } = useLocation()
  const title = titled ? titleIn(body) : null
  return <div className="standard-content">{drawChildren(body, { here: pathname, title })}</div>
}

export const titleIn = (body: Element): Element | null => body.querySelector('h1, h2')

type Around = { here: string; title: Element | null }

/** Children are keyed by position: a page never changes. */
const drawChildren = (parent: Element, around: Around): ReactNode =>
  createElement(Fragment, null, ...[...parent.childNodes].map((node) => draw(node, around)))

function draw(node: Node, around: Around): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue
  if (!(node instanceof Element)) return null
  if (node.localName === 'ul' && node.classList.contains('tree'))
    return <TreeList list={node} drawItem={(item) => drawChildren(item, around)} />
  const judged = judge(node)
  if (judged.keep === 'nothing') return null
  if (judged.keep === 'words') return drawChildren(node, around)
  const { name, props, href } = judged
  if (name === 'dl') return <dl {...props}>{partsOfList(node).map((part) => drawPart(part, around))}</dl>
  if (href !== undefined) {
    const current = isCurrent(href, around.here) ? { 'aria-current': 'page' as const } : {}
    return (
      <Link {...props} href={href} {...current}>
        {drawChildren(node, around)}
      </Link>
    )
  }
  if (node === around.title) return <h1>{drawChildren(node, around)}</h1>
  // React refuses children of a void element.
  return name === 'br' || name === 'hr'
    ? createElement(name, props)
    : createElement(name, props, drawChildren(node, around))
}

/** Whether a link leads to this page. A letter counts as current on all of its pages. */
const isCurrent = (href: string, here: string) =>
  href === here || (/\/index-(.|other)$/.test(href) && here.startsWith(`${href}-`))

type ListPart = { term: Element | undefined; values: Element[] }

/** Each term with its nested list. */
function partsOfList(list: Element): ListPart[] {
  const parts: ListPart[] = []
  for (const child of list.children) {
    if (child.localName === 'dt') parts.push({ term: child, values: [] })
    else if (child.localName === 'dd') {
      if (parts.length === 0) parts.push({ term: undefined, values: [] })
      parts.at(-1)!.values.push(child)
    }
  }
  return parts
}

function drawPart({ term, values }: ListPart, around: Around): ReactNode {
  const name = term?.textContent ?? ''
  const [only, ...others] = values
  return (
    <div key={name}>
      <dt>{term && drawChildren(term, around)}</dt>
      <dd>
        {only && others.length === 0 ? (
          drawChildren(only, around)
        ) : (
          <ul>
            {values.map((value) => (
              <li key={value.innerHTML}>{drawChildren(value, around)}</li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  )
}
