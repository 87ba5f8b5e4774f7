import { CopyButton } from '#ui/copy-button.tsx'

/** A record in cataloguers' notation, one field a line. */
export function MarcLines({ lines, label }: { lines: readonly string[]; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="marc-lines-box card mt-6 relative py-8" aria-label={label} tabIndex={0}>
      <ol>
        {lines.map((line, i) => (
          // Fields may repeat, so the index is the key; the record does not change.
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
          <li className="flex" key={i}>
            <b className="ink-link weight-600 rigid">{line.slice(0, 3)}</b>
            <span className="min-w-0 anywhere">{line.slice(3)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

export const CopyLines = ({ lines }: { lines: readonly string[] }) => (
  <CopyButton text={lines.join('\n')} label="Copy" wide />
)
