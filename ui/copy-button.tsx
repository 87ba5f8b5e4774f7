import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from './announce.tsx'
import { Button } from './button.tsx'
import type { IconShape } from './icon.tsx'

/** Copies `text`; says so on itself for two seconds and to a reader. */
export function CopyButton({
  text,
  label,
  wide,
  icon = Copy,
}: {
  text: string
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
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce('Copied')
  }
  return (
    <Button
      look={wide ? 'plain' : 'bare'}
      square={!wide}
      className="copy-button"
      icon={copied ? Check : icon}
      onClick={copy}
    >
      {copied && wide ? 'Copied' : label}
    </Button>
  )
}
