import '#ui/form/field.css'
import { CircleAlert, Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { complaintAbout } from '#features/catalogue/rules.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

/** The search words. `refused`: the server's error about them. */
export function ThesaurusField(props: {
  shown: string
  refused: string | undefined
  onSearch: (query: string) => void
}) {
  const { shown, refused, onSearch } = props
  const box = useRef<HTMLInputElement>(null)
  const [complaint, setComplaint] = useState<string>()
  useEffect(() => {
    if (box.current) box.current.value = shown
    setComplaint(undefined)
  }, [shown])
  useEffect(() => setComplaint(refused), [refused])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const query = box.current?.value.trim() ?? ''
    const wrong = complaintAbout(query)
    setComplaint(wrong)
    if (wrong) return box.current?.focus()
    onSearch(query)
  }

  return (
    <search aria-label="Headings">
      <form className="thesaurus-field flow max-640 no-print" action="/discover/thesaurus" onSubmit={submit} noValidate>
        <div className="with-glyph">
          <Icon of={Search} />
          <input
            ref={box}
            className="input"
            type="text"
            name="query"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            aria-label="Search the thesaurus"
            placeholder="A subject, a name or a series"
            aria-invalid={complaint ? true : undefined}
            aria-describedby={complaint ? 'heading-complaint' : undefined}
            onInput={() => setComplaint(undefined)}
          />
        </div>
        <Button type="submit" look="main">
          Search
        </Button>
        {complaint && (
          <p className="complaint w-full" id="heading-complaint" role="alert">
            <Icon of={CircleAlert} small />
            {complaint}
          </p>
        )}
      </form>
    </search>
  )
}
