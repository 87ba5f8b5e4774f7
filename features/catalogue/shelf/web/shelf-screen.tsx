import './shelf.css'
import { ChevronLeft, ChevronRight, LibraryBig } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import type { Reply } from '#kit/contract.ts'
import type { Dated } from '#kit/web/dates.ts'
import { goTo } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { folderItemOf } from '../../record/web/folder-item.ts'
import { useRecordPieces } from '../../record/web/record-pieces.tsx'
import { Cover } from '../../web/catalogue-parts.tsx'
import { detailsAddress, type HitView, makerOf, titleOf, yearOf } from '../../web/hit-facts.ts'
import { shelfApi } from '../contract.ts'
import { mainClasses } from '../rules.ts'
import { shelfAddress } from './shelf-parts.ts'

type Shelf = Dated<Reply<typeof shelfApi.shelf>>['response']

/** Books side by side, as on a library's shelf; the address holds the place on the shelf. */
export function ShelfScreen() {
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  const record = (params.get('record') ?? '').slice(0, 256)
  const mark = (params.get('mark') ?? '').slice(0, 60)
  const at = /^\d{1,7}$/.test(params.get('at') ?? '') ? Number(params.get('at')) : 0
  const { reply, problem, again, stale } = useLatestReply(shelfApi.shelf, record ? { record } : { mark, at })
  const shelf = problem ? undefined : reply?.response
  return (
    <div className="shelf-screen stack one-column gap-20">
      <title>Browse by Dewey number</title>
      <h1 className="no-outline" tabIndex={-1}>
        Browse by Dewey number
      </h1>
      <GoTo key={mark} mark={mark} />
      <nav aria-label="Main classes">
        <ul className="shelf-classes flow text-small">
          {mainClasses.map(([number, name]) => (
            <li key={number}>
              <Link href={shelfAddress({ mark: number, at: 0 })}>{number === 'F' ? name : `${number} ${name}`}</Link>
            </li>
          ))}
        </ul>
      </nav>
      {problem && (
        <ErrorBox
          messages={problem.messages}
          {...((problem.status === 0 || problem.status >= 500) && { onRetry: again })}
        />
      )}
      {!reply && !problem && <Skeleton lines={8} />}
      {shelf && shelf.books.length === 0 && <NothingHere ofRecord={record !== ''} />}
      {shelf && shelf.books.length > 0 && (
        <div className={stale ? 'dimmed' : undefined} aria-busy={stale}>
          <Stretch shelf={shelf} here={record} />
        </div>
      )}
    </div>
  )
}

function GoTo({ mark }: { mark: string }) {
  const box = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    goTo(shelfAddress({ mark: box.current?.value.trim() ?? '', at: 0 }))
  }
  return (
    <search aria-label="Shelf">
      <form className="shelf-go flow items-end gap-8 no-print" action="/discover/shelf" onSubmit={submit}>
        <TextField
          ref={box}
          label="Dewey number"
          name="mark"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={60}
          defaultValue={mark}
          placeholder="599.2"
        />
        <Button type="submit" look="main">
          Go to shelf
        </Button>
      </form>
    </search>
  )
}

const NothingHere = ({ ofRecord }: { ofRecord: boolean }) => (
  <EmptyState
    icon={LibraryBig}
    title={ofRecord ? 'This record isn’t on the shelf' : 'The shelf is empty'}
    hint={ofRecord ? 'It has no Dewey number. Choose a class above to browse.' : 'No records have a Dewey number.'}
  />
)

function Stretch({ shelf: { books, before, after }, here }: { shelf: Shelf; here: string }) {
  const row = useRef<HTMLOListElement>(null)
  const first = books[0]?.mark ?? ''
  const last = books.at(-1)?.mark ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows the record in the middle of each new stretch
  useEffect(() => {
    const book = row.current?.querySelector<HTMLElement>('.here') ?? row.current?.querySelector<HTMLElement>('.book')
    if (row.current && book) row.current.scrollLeft = book.offsetLeft - row.current.clientWidth / 2 + 56
  }, [books[0]?.hit._id, here])
  return (
    <section className="stack one-column gap-12" aria-labelledby="shelf-stretch">
      <div className="shelf-head split items-center gap-8-16 line-below pb-6">
        <h2 id="shelf-stretch" className="num">
          {first === last ? first : `${first} to ${last}`}
        </h2>
        <div className="flex gap-8 no-print">
          <Step to={before} icon={ChevronLeft}>
            Earlier on the shelf
          </Step>
          <Step to={after} icon={ChevronRight}>
            Further along the shelf
          </Step>
        </div>
      </div>
      <ol className="books flex gap-20 relative" ref={row}>
        {books.map(({ mark, hit }) => (
          <Book key={hit._id} {...{ mark, hit }} isHere={hit._id === here} />
        ))}
      </ol>
    </section>
  )
}

function Step({ to, icon, children }: { to: Shelf['before']; icon: typeof ChevronLeft; children: string }) {
  return to ? (
    <LinkButton square icon={icon} href={shelfAddress(to)} title={children}>
      {children}
    </LinkButton>
  ) : (
    <Button square icon={icon} disabled>
      {children}
    </Button>
  )
}

function Book({ mark, hit, isHere }: { mark: string; hit: HitView; isHere: boolean }) {
  const { FolderToggle } = useRecordPieces()
  const title = titleOf(hit)
  return (
    <li className={['book flex rigid plain-links', isHere && 'here'].filter(Boolean).join(' ')}>
      <Cover imageFileName={hit._source.imageFileName} title={title} by={makerOf(hit)} size="shelf" />
      <span className="mark num w-fit">{mark}</span>
      <h3 className="clamp-3 mt-6">
        <Link href={detailsAddress(hit._id)} aria-current={isHere ? 'true' : undefined}>
          {title}
        </Link>
      </h3>
      {makerOf(hit) && <p className="ink-2 text-note clamp-2 mt-2 lh-135">{makerOf(hit)}</p>}
      <div className="book-foot row spread pt-6 ink-2 text-note">
        <span className="num">{yearOf(hit)}</span>
        <FolderToggle item={folderItemOf(hit)} square />
      </div>
    </li>
  )
}
