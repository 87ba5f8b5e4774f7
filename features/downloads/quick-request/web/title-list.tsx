import './title-list.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Cover, ResourceType } from '#features/catalogue/web/catalogue-parts.tsx'
import { downloadsApi } from '#features/downloads/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { counted } from '#kit/web/format.ts'
import { queryOf } from '#kit/web/use-api.ts'
import { itemTypes } from '#marc/crosswalk/item-types.ts'
import { Marked } from '#ui/marked.tsx'
import { wordsOfQuery } from '#ui/marked-words.ts'
import { stepThrough } from '#ui/table/step-through.ts'
import { Status } from '#ui/tags.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { words as say } from '../../messages.ts'
import type { OpenTitles, TitleKeys } from './add-by-title.tsx'
import type { FoundHit } from './ask-titles.ts'

/** Records whose titles match the typed words. Focus stays in the field: arrow keys select a line, Enter adds it. */
export function TitleList({
  text,
  keys,
  listed,
  onList,
  onShow,
  onChoose,
}: {
  text: string
  keys: RefObject<TitleKeys | undefined>
  listed: ReadonlySet<string>
  onList: (list: OpenTitles | undefined) => void
  onShow: (open: boolean) => void
  onChoose: (hit: FoundHit) => void
}) {
  const id = useId()
  const { hits, problem, waiting, again } = useTitleSearch(text)
  const [pointed, point] = useState<string>()
  const isOpen = text !== '' && hits !== undefined && hits.length > 0
  const at = isOpen ? hits.findIndex(({ _id }) => _id === pointed) : -1
  const active = at < 0 ? undefined : `${id}-${at}`

  useLayoutEffect(() => {
    onList(isOpen ? { id, active } : undefined)
    return () => onList(undefined)
  }, [isOpen, id, active, onList])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, other lines
  useEffect(() => point(undefined), [text])
  useLayoutEffect(() => {
    keys.current = (event) => {
      if (event.nativeEvent.isComposing) return
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step) {
        event.preventDefault()
        if (!isOpen) return onShow(true)
        const next = stepThrough(at, step, hits.length)
        point(hits[next]?._id)
        document.getElementById(`${id}-${next}`)?.scrollIntoView?.({ block: 'nearest' })
      } else if (event.key === 'Escape' && text !== '') {
        event.preventDefault()
        onShow(false)
      } else if (event.key === 'Enter' && isOpen) {
        const chosen = hits[at] ?? (hits.length === 1 ? hits[0] : undefined)
        if (chosen) onChoose(chosen)
      }
    }
    return () => {
      keys.current = undefined
    }
  })

  const { box, above } = useRoom(text !== '')
  if (text === '') return null
  // The last word may be unfinished.
  const words = wordsOfQuery(`${text}*`)
  return (
    <div className={above ? 'title-list card above' : 'title-list card'} ref={box}>
      {isOpen && (
        <div
          role="listbox"
          tabIndex={-1}
          id={id}
          aria-label={say.titles}
          aria-busy={waiting}
          // Keeps the focus in the field on a mouse press.
          onMouseDown={(event) => event.preventDefault()}
        >
          {hits.map((hit, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field, which keeps focus
            <div
              key={hit._id}
              id={`${id}-${i}`}
              role="option"
              aria-selected={i === at}
              tabIndex={-1}
              onClick={() => onChoose(hit)}
            >
              <TitleLine hit={hit} words={words} />
              {listed.has(hit._id) && (
                <Status tone="ok" icon={Check}>
                  {say.inList}
                </Status>
              )}
            </div>
          ))}
        </div>
      )}
      <p className={isOpen && !problem ? 'only-heard' : 'no-titles aside'} role="status">
        {problem ? (
          <>
            {problem.messages[0]} <TextButton onClick={again}>{say.tryAgain}</TextButton>
          </>
        ) : isOpen ? (
          counted(hits.length, say.titleInText, say.titlesInText)
        ) : hits && !waiting ? (
          say.noTitles
        ) : (
          say.searching
        )}
      </p>
      {isOpen && (
        <p className="title-keys line-above ink-3" aria-hidden>
          <kbd className="framed-2 on-sunken">↑</kbd> <kbd className="framed-2 on-sunken">↓</kbd> {say.toChoose} ·{' '}
          <kbd className="framed-2 on-sunken">Enter</kbd> {say.toAdd} · <kbd className="framed-2 on-sunken">Esc</kbd>{' '}
          {say.toClose}
        </p>
      )}
    </div>
  )
}

const enoughRoom = 330

/** Near the bottom of the window the list opens above the field. */
function useRoom(open: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const [above, setAbove] = useState(false)
  useLayoutEffect(() => {
    const field = open && box.current?.parentElement?.getBoundingClientRect()
    if (field) setAbove(innerHeight - field.bottom < enoughRoom && field.top > enoughRoom)
  }, [open])
  return { box, above }
}

function TitleLine({ hit, words }: { hit: FoundHit; words: string[] }) {
  const { title, publicationYear, scisType, imageFileName, authors } = hit._source
  const by = title.noteStmOfResponsibility || authors.join('; ')
  return (
    <>
      <Cover imageFileName={imageFileName} title={title.titlePrimary} by={by} />
      <span className="title-line stack min-w-0">
        <span className="title-words title-small">
          <Marked text={title.titlePrimary} words={words} />
        </span>
        {by && <span className="title-by ink-2 text-note nowrap">{by}</span>}
        <span className="title-by ink-2 text-note nowrap">
          {publicationYear ? `${publicationYear} · ` : ''}
          <ResourceType type={scisType} />
        </span>
      </span>
    </>
  )
}

/** Milliseconds after the last key. */
const pauseMs = 120
const fresh = 5 * 60_000

/** Titles for the typed words once the typing pauses; the previous ones while the next are loading. */
function useTitleSearch(text: string): {
  hits: FoundHit[] | undefined
  problem: Problem | null
  waiting: boolean
  again: () => void
} {
  const [query, ask] = useState('')
  useEffect(() => {
    if (text === '') return ask('')
    const timer = setTimeout(() => ask(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(downloadsApi.titleSearch, { bodybuilderquery: titleQuery(query) }),
    enabled: query !== '' && text !== '',
    placeholderData: keepPreviousData,
    staleTime: fresh,
    retry: false,
  })
  return {
    hits: query === '' ? undefined : data?.hits.hits,
    problem: query === '' ? null : (error as Problem | null),
    waiting: isFetching || query !== text,
    again: () => void refetch(),
  }
}

const maxTitles = 20
const longest = 200

/** Type-ahead suggests only texts, no audio or video. */
const leftOut = [...itemTypes.Audio, ...itemTypes.Video, 'Music score']

/** Titles with at least 70 % of the words, the last of which may be unfinished; the words may include an author. */
function titleQuery(text: string): Record<string, unknown> {
  const query = text.slice(0, longest)
  const titles = { match_phrase_prefix: { title: query } }
  const most = { multi_match: { query, fields: ['title', 'authors'], minimum_should_match: '70%' } }
  const filter = [{ bool: { must_not: [{ terms: { scisType: leftOut } }] } }]
  return { size: maxTitles, query: { bool: { should: [titles, most], minimum_should_match: 1, filter } } }
}
