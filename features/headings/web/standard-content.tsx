import { createElement, Fragment, type ReactNode } from 'react'
import { useLocation } from '#kit/web/router.tsx'
import { Link } from '#ui/link.tsx'
import { judge } from './safe-elements.ts'
import { TreeList } from './standard-tree.tsx'

/**
 * A page of the standard as the server's template has made it, its links without a page load, its tree to unfold.
 * `titled`: its title is the screen's.
 */
export function StandardContent({ body, titled }: { body: Element; titled: boolean }) {
  const { pathname } = useLocation()
  const shown = body.cloneNode(true) as Element
  if (!titled) shown.querySelector('h1')?.remove()
  return <div className="standard-content">{drawChildren(shown, pathname)}</div>
}

/** As children by their place: the page never changes in itself. */
const drawChildren = (parent: Element, here: string): ReactNode =>
  createElement(Fragment, null, ...[...parent.childNodes].map((node) => draw(node, here)))

function draw(node: Node, here: string): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue
  if (!(node instanceof Element)) return null
  if (node.localName === 'ul' && node.classList.contains('tree'))
    return <TreeList list={node} drawItem={(item) => drawChildren(item, here)} />
  const judged = judge(node)
  if (judged.keep === 'nothing') return null
  if (judged.keep === 'words') return drawChildren(node, here)
  const { name, props, href } = judged
  if (href !== undefined) {
    const isHere = href === here
    return (
      <Link {...props} href={href} {...(isHere ? { 'aria-current': 'page' as const } : {})}>
        {drawChildren(node, here)}
      </Link>
    )
  }
  // React refuses children of a void element.
  return name === 'br' || name === 'hr'
    ? createElement(name, props)
    : createElement(name, props, drawChildren(node, here))
}
