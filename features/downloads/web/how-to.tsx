import { Download, ListChecks, ScanBarcode } from 'lucide-react'
import { Icon } from '#ui/icon.tsx'

/** For somebody who sees the page for the first time. */
export function HowTo() {
  return (
    <ol className="how-to">
      <li>
        <Icon of={ScanBarcode} />
        <span>
          <strong>Put the numbers in.</strong> Scan the barcodes of your books, paste a column from a spreadsheet, type,
          or drop a list. Hyphens do not matter, and each number counts once.
        </span>
      </li>
      <li>
        <Icon of={ListChecks} />
        <span>
          <strong>See what was found.</strong> Each number gets its title here at once. A mistyped one is noticed, and
          where possible the right one is offered.
        </span>
      </li>
      <li>
        <Icon of={Download} />
        <span>
          <strong>Request the records.</strong> They come as one file for your library system.
        </span>
      </li>
    </ol>
  )
}
