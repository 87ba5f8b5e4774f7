import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useWhenIdle } from '#kit/web/use-when-idle.ts'
import { LazyPart } from './lazy-part.tsx'

/** A LazyPart at the end of a long screen: it loads when the reader comes within 400 px, or the browser is idle. */
export function LowerPart({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  const [loads, setLoads] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const load = useCallback(() => setLoads(true), [])
  useWhenIdle(load)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry!.isIntersecting && load(), { rootMargin: '400px' })
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [load])
  return loads ? <LazyPart fallback={fallback}>{children}</LazyPart> : <div ref={place}>{fallback}</div>
}
