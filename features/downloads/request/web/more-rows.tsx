import { grouped } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'

/** The specification's number of records shown at first. */
export const shownFirst = 50

/** How many of a list are shown, and a button for all of them. */
export const MoreRows = ({ count, onAll }: { count: number; onAll: () => void }) => (
  <p className="aside cluster gap-8-14 py-16">
    {shownFirst} of {grouped(count)} shown. <Button onClick={onAll}>Show all {grouped(count)}</Button>
  </p>
)
