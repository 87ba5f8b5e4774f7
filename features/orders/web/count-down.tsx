import { Clock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { announce } from '#ui/announce.tsx'
import { Icon } from '#ui/icon.tsx'

/** From here on it is told apart, and said to readers. */
const soonSeconds = 5 * 60

/** Seconds that are left of `seconds` at `readAt`; by the clock, as a page that lies behind others is not called each second. */
const leftOf = (seconds: number, readAt: number) => Math.max(0, Math.ceil(readAt / 1000 + seconds - Date.now() / 1000))

export function CountDown({ seconds, readAt, onEnd }: { seconds: number; readAt: number; onEnd: () => void }) {
  const [left, setLeft] = useState(() => leftOf(seconds, readAt))
  const said = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    const tick = () => setLeft(leftOf(seconds, readAt))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [seconds, readAt])
  useEffect(() => {
    if (left === 0) return onEnd()
    for (const mark of [soonSeconds, 60])
      if (left <= mark && said.current > mark) {
        said.current = mark
        announce(`The cart expires in ${mark === 60 ? '1 minute' : `${mark / 60} minutes`}.`)
      }
  }, [left, onEnd])
  return (
    <p className={left <= soonSeconds ? 'count-down soon' : 'count-down'}>
      <Icon of={Clock} small />
      <span>Cart expires in</span>
      <time role="timer" className="num" dateTime={`PT${left}S`}>
        {inMinutes(left)}
      </time>
    </p>
  )
}

/** `59:07`. */
const inMinutes = (seconds: number) =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
