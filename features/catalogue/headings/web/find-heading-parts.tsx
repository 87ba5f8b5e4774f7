import './find-heading.css'
import '#ui/form/field.css'
import { CircleAlert, Search } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { complaintAbout, maxTermLength } from '#features/catalogue/rules.ts'
import { goTo } from '#kit/web/history.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { usePaused } from '#kit/web/use-typed-search.ts'
import { headingText } from '#marc/crosswalk/subject-schemes.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { Marked } from '#ui/marked.tsx'
import { markWords } from '#ui/marked-words.ts'
import { stepThrough } from '#ui/table/step-through.ts'
import { type HeadingSource, headingsApi } from '../contract.ts'
import { standardAddress, thesaurusAddress } from './headings-parts.tsx'
import { SchemeTag } from './scheme-parts.tsx'

/**
 * Suggests subject headings while typing; each leads to its page of the standard. Enter without a choice searches the
 * thesaurus.
 */
export function FindHeading() {
  const made = useId()
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const [complaint, setComplaint] = useState<string>()
  const { headings, words } = useHeadingsBeginning(typed)
  const isOpen = open && headings.length > 0
  const chosen = isOpen ? headings[at] : undefined
  const idOf = (recordId: string) => `${made}-${recordId}`
  useEffect(() => {
    if (chosen) document.getElementById(`${made}-${chosen.recordId}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [chosen, made])

  const write = (text: string) => {
    setTyped(text)
    setOpen(true)
    setAt(-1)
    setComplaint(undefined)
  }
  // The next page may keep this field mounted.
  const empty = () => {
    setTyped('')
    setOpen(false)
    setAt(-1)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen) {
      empty()
      goTo(standardAddress(chosen.recordId))
      return
    }
    const query = typed.trim()
    if (query !== '') return goTo(thesaurusAddress({ query, selectedThesaurus: 'subjects' }))
    setComplaint(complaintAbout(query))
    box.current?.focus()
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setOpen(false)
      setAt(-1)
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || headings.length === 0) return
    event.preventDefault()
    setAt(stepThrough(isOpen ? at : -1, step, headings.length))
    setOpen(true)
  }

  return (
    <search
      className="find-heading relative block"
      aria-label="Subject headings"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <form className="with-glyph" action="/discover/thesaurus" onSubmit={submit} noValidate>
        <Icon of={Search} />
        <input
          ref={box}
          className="input"
          type="text"
          name="query"
          role="combobox"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          aria-label="Find a heading"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${made}-list` : undefined}
          aria-activedescendant={chosen && idOf(chosen.recordId)}
          aria-invalid={complaint ? true : undefined}
          aria-describedby={complaint ? `${made}-complaint` : undefined}
          placeholder="Find a heading"
          maxLength={maxTermLength}
          value={typed}
          onChange={(event) => write(event.target.value)}
          onKeyDown={move}
        />
        <button type="submit" className="only-heard">
          Search the thesaurus
        </button>
      </form>
      {complaint && (
        <p className="complaint" id={`${made}-complaint`} role="alert">
          <Icon of={CircleAlert} small />
          {complaint}
        </p>
      )}
      {isOpen && (
        <div
          className="found-headings framed-2 rounded on-surface stack scroll-y"
          role="listbox"
          id={`${made}-list`}
          aria-label="Headings"
        >
          {headings.map(({ recordId, heading, variant, scheme, only }, i) => (
            <Link
              className="stack text-small rounded-small ink"
              key={recordId}
              id={idOf(recordId)}
              role="option"
              aria-selected={i === at}
              tabIndex={-1}
              href={standardAddress(recordId)}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setAt(i)}
              onClick={empty}
            >
              <span className="flex gap-8 spread items-baseline">
                <span>
                  <Marked text={headingText(heading)} words={words} />
                </span>{' '}
                <SchemeTag scheme={scheme} only={only} />
              </span>
              {variant && ' '}
              {variant && (
                <small className="ink-2 text-note">
                  for “<Marked text={headingText(variant)} words={words} />”
                </small>
              )}
            </Link>
          ))}
        </div>
      )}
    </search>
  )
}

const pauseMs = 150
const most = 8

/** Subject headings that match the text, its last word as a prefix, once the typing pauses. */
function useHeadingsBeginning(typed: string) {
  const pausedText = usePaused(typed.trim(), pauseMs)
  const plain = pausedText.toLowerCase().match(/[\p{L}\p{N}\p{M}'’]+/gu) ?? []
  const words = plain.map((word, i) => (i === plain.length - 1 ? `${word}*` : word))
  const bodybuilderquery = JSON.stringify({
    query: {
      bool: {
        must: [{ query_string: { query: words.join(' '), default_operator: 'and', analyze_wildcard: true } }],
        filter: [{ term: { isSubject: true } }],
      },
    },
    size: most,
  })
  const enabled = words.length > 0
  const { reply, problem } = useLatestReply(headingsApi.searchHeadings, { bodybuilderquery }, { enabled })
  // A failed list offers nothing: Enter still searches, and reports the error.
  const hits = enabled && !problem && typed.trim() !== '' ? (reply?.hits.hits ?? []) : []
  const headings = hits.map(({ _source }) => ({
    recordId: _source.recordId,
    heading: _source.heading,
    scheme: _source.topicAuthority,
    only: _source.schemes.length === 1,
    variant: variantThatAnswers(_source, words),
  }))
  return { headings, words }
}

/** The see-from reference that contains the words, if the heading itself does not. */
function variantThatAnswers({ heading, variants }: HeadingSource, words: string[]) {
  const answers = (text: string) => words.every((word) => markWords(text, [word]).some(({ marked }) => marked))
  return answers(heading) ? undefined : variants.find(answers)
}
