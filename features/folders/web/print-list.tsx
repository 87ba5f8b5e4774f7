import './print-list.css'
import type { FolderItem } from '#features/catalogue/web/hit-facts.ts'
import { printedIssn } from '#marc/isbn.ts'
import { usePrinting } from '#ui/use-printing.ts'

/** Prints all records. The screen renders only visible ones, so the full list is rendered when printing begins. */
export function PrintList({ items }: { items: readonly FolderItem[] }) {
  if (!usePrinting()) return null
  return (
    <ol className="print-list">
      {items.map((item) => (
        <li key={item.bibId}>
          <strong>{item.itemTitle}</strong>
          {item.itemContributor && <> / {item.itemContributor}</>}
          {item.dateIssuedMarc && <>, {item.dateIssuedMarc}</>}
          {item.inScript?.map(({ of, text, lang }) => (
            <div key={of} dir="auto" lang={lang || undefined}>
              {text}
            </div>
          ))}
          {!item.inScript?.length && <br />}
          {[...item.isbn, ...item.issn.map(printedIssn), ...item.otherIdentifier].join(', ')}{' '}
          <span className="quiet">Record {item.bibId}</span>
        </li>
      ))}
    </ol>
  )
}
