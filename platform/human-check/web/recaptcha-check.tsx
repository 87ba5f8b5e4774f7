import { useEffect, useRef } from 'react'
import type { CheckProps } from './human-check-parts.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { useLoaded } from './use-loaded.ts'

type Recaptcha = {
  render(place: HTMLElement, options: Record<string, unknown>): number
  reset(widget: number): void
}

const service = () => {
  const { grecaptcha } = window as { grecaptcha?: Partial<Recaptcha> }
  return typeof grecaptcha?.render === 'function' ? (grecaptcha as Recaptcha) : undefined
}

/** Google's checkbox. Its script is loaded only where it is shown. */
export function RecaptchaCheck({
  siteKey,
  base,
  round,
  onAnswer,
}: CheckProps & {
  siteKey: string
  base: string
}) {
  const address = `${base}/recaptcha/api.js?render=explicit`
  const { loaded, late, again } = useLoaded(() => addScript(address), service)
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef<number>(undefined)

  useEffect(() => {
    // It renders into an element only once; after that it needs another.
    if (!loaded || !place.current || shown.current !== undefined) return
    shown.current = loaded.render(place.current, {
      sitekey: siteKey,
      theme: isDark() ? 'dark' : 'light',
      size: window.innerWidth < 400 ? 'compact' : 'normal',
      callback: (answer: string) => onAnswer(answer),
      'expired-callback': () => onAnswer(undefined),
      'error-callback': () => onAnswer(undefined),
    })
  }, [loaded, siteKey, onAnswer])
  useEffect(() => {
    if (round > 0 && shown.current !== undefined) loaded?.reset(shown.current)
  }, [loaded, round])

  if (late) return <NotLoaded onRetry={again} />
  return <div ref={place} className="recaptcha" />
}

function addScript(address: string) {
  for (const former of document.querySelectorAll(`script[src="${address}"]`)) former.remove()
  const script = document.createElement('script')
  script.src = address
  script.async = true
  document.head.append(script)
}

const isDark = () => {
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches
}
