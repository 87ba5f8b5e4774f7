import { type ReactNode, useId } from 'react'

/** What it is about to the left, what there is to the right. */
export function Part(props: { title: string; hint?: string; tool?: ReactNode; children: ReactNode }) {
  const { title, hint, tool, children } = props
  const id = useId()
  return (
    <section className="authorities-part" aria-labelledby={id}>
      <div className="part-name">
        <h2 id={id}>{title}</h2>
        {hint && <p>{hint}</p>}
        {tool}
      </div>
      <div>{children}</div>
    </section>
  )
}
