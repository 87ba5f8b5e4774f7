import { lazy } from 'react'
import type { Attachment } from '#features/requests/contract.ts'
import { type ItemText, itemTexts, type ResourceType } from '#features/requests/rules.ts'
import { TextField } from '#ui/form/field.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/notices.tsx'
import { type FormItem, fieldNames, type ItemFaults } from './form-item.ts'

type Row = { name: ItemText; needed?: boolean; hint?: string; wide?: boolean }

const authors: Row = { name: 'authors', hint: 'Separate several with semicolons.', wide: true }
const address: Row = { name: 'url', wide: true }
const rest: Row[] = [{ name: 'publicationPlace' }, { name: 'series' }]
const year: Row = { name: 'publicationDate', hint: 'For example, 2019.' }

/** Fields of items that are not posted, in the order of a title page or site. */
const rowsOf: Record<'BOOK' | 'E_BOOK' | 'ONLINE_RESOURCE', Row[]> = {
  BOOK: [
    { name: 'subtitles', wide: true },
    authors,
    { name: 'publisher', needed: true },
    { ...year, needed: true },
    ...rest,
    { name: 'pages', hint: 'For example, 32 or xii, 240.' },
  ],
  E_BOOK: [
    { ...address, hint: 'Where to read or buy it online.' },
    { name: 'subtitles', wide: true },
    authors,
    { name: 'publisher' },
    year,
    ...rest,
    { name: 'pages', hint: 'As shown in the e-book.' },
  ],
  ONLINE_RESOURCE: [
    { ...address, needed: true, hint: 'Starts with ftp, http or https.' },
    { name: 'subtitles', wide: true },
    authors,
    { name: 'publisher', hint: 'Or the organisation responsible.' },
    year,
    ...rest,
  ],
}

/** The title, and for items that are not posted every field needed to catalogue them. */
const AttachmentsField = lazy(async () => ({
  default: (await import('../../attachments/web/attachments-field.tsx')).AttachmentsField,
}))

export function ItemDetails({
  idOf,
  item,
  faults,
  isPhysical,
  onChange,
  onFiles,
  onBusy,
}: {
  idOf: (name: string) => string
  item: FormItem
  faults: ItemFaults
  isPhysical: boolean | null
  onChange: (part: Partial<FormItem>) => void
  onFiles: (change: (files: readonly Attachment[]) => Attachment[]) => void
  onBusy: (busy: boolean) => void
}) {
  const field = ({ name, needed, hint, wide }: Row) => (
    <div key={name} className={wide ? 'wide' : undefined}>
      <TextField
        id={idOf(name)}
        label={fieldNames[name]}
        required={needed}
        hint={hint}
        error={faults[name]}
        value={item[name]}
        maxLength={itemTexts[name]}
        autoComplete="off"
        {...(name === 'publicationDate' ? { inputMode: 'numeric' } : {})}
        {...(name === 'url' ? { type: 'url', spellCheck: false, placeholder: 'https://' } : {})}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </div>
  )
  const rows = isPhysical === false ? shownRows(item) : []
  return (
    <div className="item-details stack items-start">
      {/* First: for a book at hand, photos say most of the fields below. */}
      {isPhysical === false && (
        <div className="wide full-row" id={idOf('files')} tabIndex={-1}>
          <LazyPart fallback={<Skeleton lines={3} />}>
            <AttachmentsField files={item.files} error={faults.files} onChange={onFiles} onBusy={onBusy} />
          </LazyPart>
        </div>
      )}
      {field({ name: 'title', wide: true, hint: 'Exactly as it appears on the item.' })}
      {rows.map(field)}
      <div className="wide full-row">
        <TextField
          id={idOf('additionalInfo')}
          label={fieldNames.additionalInfo}
          hint="Anything that helps, such as the edition, the language or when you need it."
          rows={2}
          error={faults.additionalInfo}
          value={item.additionalInfo}
          maxLength={itemTexts.additionalInfo}
          onChange={(event) => onChange({ additionalInfo: (event.target as { value: string }).value })}
        />
      </div>
    </div>
  )
}

/** Includes values filled in for another type: nothing is sent unseen. */
function shownRows(item: FormItem): Row[] {
  const rows = rowsOf[item.resourceType as ResourceType as keyof typeof rowsOf] ?? []
  const left = (['url', 'pages'] as const).filter((name) => item[name] !== '' && !rows.some((row) => row.name === name))
  return [...rows, ...left.map((name) => ({ name }))]
}
