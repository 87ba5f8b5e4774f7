import { words } from './messages.ts'
import './back-link.css'
import { ArrowLeft } from 'lucide-react'
import { goBack, placeBefore } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'

type Target = { href: string; title: string }

/** The specification's last resort. */
const discover: Target = { href: '/discover', title: words.discover }

/**
 * Goes to the address in the query's `return` and `return-title`; else one step back if the history has more than two
 * entries, skipping a sign-in; else to `fallback`. `always`: to `fallback` regardless of the history.
 */
export function BackLink({ fallback = discover, always = false }: { fallback?: Target; always?: boolean }) {
  const here = useLocation()
  const before = always ? null : placeBefore(here)
  const named = returnTarget(here.search) ?? (before ? { href: before, title: words.back } : undefined)
  const target = named ?? fallback
  const stepsBack = !always && !named && before === undefined && window.history.length > 2
  return (
    <Link
      className="back-link"
      href={target.href}
      onClick={(event) => {
        if (!stepsBack || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        goBack()
      }}
    >
      <Icon of={ArrowLeft} small />
      {stepsBack ? words.back : target.title}
    </Link>
  )
}

/** Addresses of this site only: an open redirect would let other sites lead people away through ours. */
export function returnTarget(query: string): Target | undefined {
  const given = new URLSearchParams(query)
  const [href, title] = [given.get('return'), given.get('return-title')]
  if (!href || !title || !URL.canParse(href, window.location.origin)) return undefined
  const { origin, pathname, search, hash } = new URL(href, window.location.origin)
  if (origin !== window.location.origin || pathname.startsWith('//')) return undefined
  return { href: pathname + search + hash, title: title.slice(0, 80) }
}
