import './help.css'
import { type ComponentType, lazy, Suspense } from 'react'
import { useLocation, useParams } from '#kit/web/router.tsx'
import { Skeleton } from '#ui/notices.tsx'

const parts: Record<string, ComponentType> = {
  '/help': lazy(async () => ({ default: (await import('./help-index.tsx')).HelpIndex })),
  '/contact': lazy(async () => ({ default: (await import('./contact-form.tsx')).ContactPage })),
  '/status': lazy(async () => ({ default: (await import('./service-status.tsx')).ServiceStatus })),
  '/privacy': lazy(async () => ({ default: (await import('./privacy.tsx')).Privacy })),
}
const Article = lazy(async () => ({ default: (await import('./help-article.tsx')).HelpArticle }))

/** Help and the pages that the footer leads to. One screen, so that the first script of every page names it once. */
export function HelpScreen() {
  const { pathname } = useLocation()
  const { area } = useParams()
  const path = pathname.replace(/(.)\/$/, '$1')
  const Part = parts[path]
  return (
    <div className="help-page pt-12">
      <Suspense fallback={<Skeleton lines={6} />}>
        {Part ? <Part key={path} /> : <Article key={path} area={area ?? path.slice(1)} />}
      </Suspense>
    </div>
  )
}
