import { Clock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { expiryInWords } from './expiry-words.ts'

const soonMs = 24 * 60 * 60 * 1000

/** How long the cart is kept. When its time is up, `onEnd` is told, once. */
export function CartExpiry({ expires, onEnd }: { expires: Date | null; onEnd: () => void }) {
  const [now, setNow] = useState(() => Date.now())
  const left = expires === null ? Number.POSITIVE_INFINITY : expires.getTime() - now
  useEffect(() => {
    if (left > soonMs) return
    // To the second at which the next minute is over, or the time is up.
    const timer = setTimeout(() => setNow(Date.now()), Math.max(1000, left % 60_000))
    return () => clearTimeout(timer)
  }, [left])
  const over = left <= 0
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    if (over) end.current()
  }, [over])
  if (expires === null || over) return null
  return (
    <p className="expiry">
      <Icon of={Clock} small />
      {expiryInWords(expires, new Date(now))}
    </p>
  )
}
