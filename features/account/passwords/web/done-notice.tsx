import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '#ui/icon.tsx'

/** Replaces a submitted form with its result and takes the focus of the pressed button. */
export function DoneNotice({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="done-notice stack gap-8 justify-items-start anywhere">
      <Icon className="mb-4 ink-ok" of={CircleCheck} />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      <div className="cluster gap-8 mt-10">{children}</div>
    </div>
  )
}
