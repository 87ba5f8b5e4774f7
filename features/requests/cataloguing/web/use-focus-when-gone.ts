import { useEffect, useRef, useState } from 'react'

/**
 * Once the line whose button was pressed has gone, focuses the list's heading, or the page if the list has gone too,
 * unless the focus is elsewhere by then.
 */
export function useFocusWhenGone(ids: readonly string[]) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [pressed, press] = useState<string>()
  const waits = pressed !== undefined && ids.includes(pressed)
  useEffect(() => {
    if (!waits) return
    return () => {
      if (document.activeElement !== null && document.activeElement !== document.body) return
      const place = heading.current ?? document.getElementById('content')
      place?.focus({ preventScroll: true })
    }
  }, [waits])
  return { heading, pressed, press }
}
