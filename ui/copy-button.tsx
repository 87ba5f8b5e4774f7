import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from './announce.tsx'
import { Button } from './button.tsx'
import type { IconShape } from './icon.tsx'
import { words } from './messages.ts'

/**
 * Copies `text`, and `html` for programs that accept it; confirms on the button for two seconds and to screen readers.
 */
export function CopyButton({
  text,
  html,
  label,
  wide,
  icon = Copy,
}: {
  text: string
  html?: string
  label: string
  wide?: boolean
  icon?: IconShape
}) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    await (html === undefined ? navigator.clipboard.writeText(text) : writeBoth(text, html))
    setCopied(true)
    announce(words.copied)
  }
  return (
    <Button
      look={wide ? 'plain' : 'bare'}
      square={!wide}
      className="copy-button"
      icon={copied ? Check : icon}
      onClick={copy}
    >
      {copied && wide ? words.copied : label}
    </Button>
  )
}

async function writeBoth(text: string, html: string) {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(text)
  const as = (content: string, type: string) => new Blob([content], { type })
  await navigator.clipboard.write([
    new ClipboardItem({ 'text/plain': as(text, 'text/plain'), 'text/html': as(html, 'text/html') }),
  ])
}
