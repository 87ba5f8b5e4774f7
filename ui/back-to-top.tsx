import { words } from './messages.ts'
import './notices.css'
import { ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'

/** Appears after scrolling half a screen. */
export function BackToTop() {
  const [scrolled, setScrolled] = useState(false)
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > window.innerHeight / 2)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  if (!scrolled) return null
  return (
    <Button
      icon={ArrowUp}
      square
      className="back-to-top"
      onClick={() => {
        window.scrollTo({ top: 0 })
        document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
      }}
    >
      {words.backToTop}
    </Button>
  )
}
