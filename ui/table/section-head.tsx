import type { ReactNode } from 'react'

/** The heading of a part of a desk page, with its tools at the end of the line, Export last. */
export const SectionHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="section-head split items-end gap-8-16 mb-6">
    <h2 className="text-17">{title}</h2>
    {children && <div className="flow gap-8 items-end">{children}</div>}
  </div>
)
