import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LazyPart } from './lazy-part.tsx'

/** A LazyPart at the end of a long screen: it is loaded once the reader comes within 400 px of it. */
export function PartInView({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  const [near, setNear] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry!.isIntersecting && setNear(true), {
      rootMargin: '400px',
    })
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [])
  return near ? <LazyPart fallback={fallback}>{children}</LazyPart> : <div ref={place}>{fallback}</div>
}
