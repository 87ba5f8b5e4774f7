import type { ReactNode } from 'react'

/** The tool bar of a desk's list: its filters, what they found, and Export at the end. */
export function DeskBar({
  title,
  found,
  exported,
  children,
}: {
  title: string
  /** The number of lines, as `3 depots`; undefined while they load. */
  found: string | undefined
  /** The export button. */
  exported: ReactNode
  /** Filters. */
  children?: ReactNode
}) {
  return (
    <search className="desk-bar flow gap-8-12 items-end mt-18 py-12 line-above" aria-label={title}>
      {children}
      <div className="desk-end row gap-12 ml-auto">
        <p className="num aside" role="status">
          {found}
        </p>
        {exported}
      </div>
    </search>
  )
}
