import { CircleCheck } from 'lucide-react'
import { Icon } from '#ui/icon.tsx'

/** What was last done. It stands until something else is done. */
export function Done({ text }: { text: string }) {
  return (
    <p className={text ? 'people-done flex gap-8 items-start mt-14 text-small anywhere' : 'only-heard'} role="status">
      {text && <Icon of={CircleCheck} />}
      {text}
    </p>
  )
}
