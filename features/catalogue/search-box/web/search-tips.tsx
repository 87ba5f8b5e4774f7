import './search-tips.css'
import { CircleQuestionMark } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { around, gap } from '#kit/fill.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { words as say } from '../../messages.ts'

const tips: readonly [examples: string[], does: string][] = [
  [['title:holes'], say.tipFields],
  [['"the magic faraway tree"'], say.tipPhrase],
  [['dragon -train'], say.tipWithout],
  [['cats OR dogs'], say.tipEither],
  [['dino*', 'wom?n'], say.tipLetters],
]

const [beforeAdvanced, afterAdvanced] = around(say.advancedToo({ search: gap }))

/** A button in the search field that explains what can be typed there. Typing, Escape or leaving the field closes it. */
export function SearchTips({
  box,
  onOpen,
}: {
  box: RefObject<HTMLInputElement | null>
  /** The suggestions have the same place below the field. */
  onOpen: () => void
}) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const form = box.current?.form
    if (!open || !form) return
    const close = () => setOpen(false)
    const leave = ({ relatedTarget }: FocusEvent) => form.contains(relatedTarget as Node | null) || close()
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      close()
      button.current?.focus()
    }
    form.addEventListener('input', close)
    form.addEventListener('submit', close)
    form.addEventListener('focusout', leave)
    form.addEventListener('keydown', onEscape)
    return () => {
      form.removeEventListener('input', close)
      form.removeEventListener('submit', close)
      form.removeEventListener('focusout', leave)
      form.removeEventListener('keydown', onEscape)
    }
  }, [box, open])
  return (
    <>
      <button
        ref={button}
        type="button"
        className="search-tips-button"
        aria-label={say.searchTips}
        title={say.searchTips}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => {
          onOpen()
          setOpen(!open)
        }}
      >
        <Icon of={CircleQuestionMark} />
      </button>
      {open && (
        // Takes the focus on a press, so that its text can be selected without leaving the field.
        <section className="search-tips below-field" id={id} tabIndex={-1} aria-labelledby={`${id}-name`}>
          <h2 id={`${id}-name`}>{say.searchTips}</h2>
          <dl>
            {tips.map(([examples, does]) => (
              <div key={does} style={{ display: 'contents' }}>
                <dt className="flow gap-4">
                  {examples.map((example) => (
                    <code key={example}>{example}</code>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <p>
            {beforeAdvanced}
            <Link href="/discover/advancedSearch" onClick={() => setOpen(false)}>
              {say.advancedSearchInText}
            </Link>
            {afterAdvanced}
          </p>
        </section>
      )}
    </>
  )
}
