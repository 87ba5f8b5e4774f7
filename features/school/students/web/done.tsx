import { CircleCheck } from 'lucide-react'
import { Icon } from '#ui/icon.tsx'

/** The result of the last action, shown until the next one. */
export function Done({ text }: { text: string }) {
  return (
    <p className={text ? 'people-done flex gap-8 items-start mt-14 text-small anywhere' : 'only-heard'} role="status">
      {text && <Icon className="mt-2 ink-ok" of={CircleCheck} />}
      {text}
    </p>
  )
}
