import './attachments.css'
import { CircleAlert, Trash2, X } from 'lucide-react'
import { lazy, useEffect, useId, useRef, useState } from 'react'
import { formatBytes } from '#kit/web/format.ts'
import { announce } from '#ui/announce.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { Attachment } from '../../contract.ts'
import { fileSentences, maxFiles } from '../../rules.ts'
import { DropPictures } from './drop-pictures.tsx'
import { type Sending, useSendings } from './use-sendings.ts'

const PictureView = lazy(async () => ({ default: (await import('./picture-view.tsx')).PictureView }))

/**
 * The pictures of an item. Each is uploaded and scanned at once, then added to `files`, to be saved with the item by
 * its id. `onChange` takes an updater, because a picture may arrive while another is being removed. `onBusy` reports
 * pending uploads; unmounting aborts them.
 */
export function AttachmentsField(props: {
  files: readonly Attachment[]
  onChange: (change: (files: readonly Attachment[]) => Attachment[]) => void
  onBusy?: (busy: boolean) => void
  /** The server's message about them. */
  error?: string | undefined
}) {
  const { files, onChange, onBusy, error } = props
  const id = useId()
  const chooser = useRef<HTMLButtonElement>(null)
  const [leftOut, setLeftOut] = useState<string>()
  const [looked, setLooked] = useState<string>()
  const { sendings, busy, add, again, remove } = useSendings((taken) => onChange((now) => [...now, taken]))
  const onTheWay = sendings.filter(({ refusal }) => refusal === undefined || refusal.worthAnotherTry).length
  const room = Math.max(0, maxFiles - files.length - onTheWay)
  useEffect(() => {
    onBusy?.(busy)
  }, [busy, onBusy])

  const bring = (brought: File[]) => {
    const tooMany = brought.slice(room)
    setLeftOut(tooMany.length > 0 ? leftOutWords(tooMany) : undefined)
    if (brought.length > tooMany.length) add(brought.slice(0, room))
  }
  const takeAway = (file: Attachment) => {
    onChange((now) => now.filter((each) => each.id !== file.id))
    setLeftOut(undefined)
    announce(`${file.filename} has been removed.`)
    // After the drop area, hidden while full, is rendered with its button.
    requestAnimationFrame(() => chooser.current?.focus())
  }
  const problem = error ?? leftOut
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be part of the field's grid
    <div className="field attachments gap-8" role="group" aria-labelledby={`${id}-label`}>
      <span className="label" id={`${id}-label`}>
        Pictures{' '}
        <span className="count ink-3 weight-400 num">
          {files.length} of {maxFiles}
        </span>
      </span>
      {(files.length > 0 || sendings.length > 0) && (
        <ul className="card stack unlisted p-0 ruled">
          {files.map((file) => (
            <AttachmentTile
              key={file.id}
              file={file}
              onLook={() => setLooked(file.id)}
              onCaption={(caption) =>
                onChange((now) => now.map((each) => (each.id === file.id ? { ...each, caption } : each)))
              }
              onRemove={() => takeAway(file)}
            />
          ))}
          {sendings.map((sending) => (
            <SendingTile
              key={sending.key}
              sending={sending}
              onAgain={() => again(sending)}
              onRemove={() => {
                remove(sending.key)
                requestAnimationFrame(() => chooser.current?.focus())
              }}
            />
          ))}
        </ul>
      )}
      <DropPictures room={room} described={`${id}-hint`} chooser={chooser} onFiles={bring} />
      <div className="hint" id={`${id}-hint`}>
        The cover and both sides of the title page help most. JPEG, PNG, WebP or GIF. We shrink pictures over 5 MB.
      </div>
      {problem && (
        <div className="wrong" role="alert">
          <Icon of={CircleAlert} small />
          {problem}
        </div>
      )}
      {looked && (
        <LazyPart>
          <PictureView files={files} first={looked} onClose={() => setLooked(undefined)} />
        </LazyPart>
      )}
    </div>
  )
}

const leftOutWords = (files: File[]) =>
  `${fileSentences.tooMany} Not added: ${files.map(({ name }) => name).join(', ')}`

/** An uploaded picture: it can be described, viewed and removed. */
function AttachmentTile(props: {
  file: Attachment
  onLook: () => void
  onCaption: (caption: string) => void
  onRemove: () => void
}) {
  const { file, onLook, onCaption, onRemove } = props
  return (
    <li className="attachment stack items-center gap-4-14">
      <button
        type="button"
        className="look stack place-center framed on-sunken rounded-small"
        onClick={onLook}
        aria-label={`View ${file.filename}`}
      >
        <img className="w-full" src={file.thumbnailUrl} alt="" />
      </button>
      <div className="about stack gap-4 min-w-0">
        <p className="file-name flex gap-8 items-baseline text-small">
          <span className="one-line min-w-0">{file.filename}</span>{' '}
          <span className="remark rigid num">{formatBytes(file.filesize)}</span>
        </p>
        <TextField
          label={`What ${file.filename} shows`}
          labelHidden
          placeholder="Description"
          value={file.caption}
          maxLength={1000}
          onChange={({ target }) => onCaption(target.value)}
        />
      </div>
      <Button look="bare" square icon={Trash2} onClick={onRemove}>{`Remove ${file.filename}`}</Button>
    </li>
  )
}

/** A picture that is being uploaded, or was refused. */
function SendingTile(props: { sending: Sending; onAgain: () => void; onRemove: () => void }) {
  const { sending, onAgain, onRemove } = props
  const { file, preview, progress, refusal } = sending
  return (
    <li className="attachment stack items-center gap-4-14" data-refused={refusal !== undefined || undefined}>
      <span className="look stack place-center framed on-sunken rounded-small">
        {refusal && !refusal.worthAnotherTry ? (
          <Icon className="ink-bad" of={CircleAlert} />
        ) : (
          <img className="w-full" src={preview} alt="" onError={hide} />
        )}
      </span>
      <div className="about stack gap-4 min-w-0">
        <p className="file-name flex gap-8 items-baseline text-small">
          <span className="one-line min-w-0">{file.name}</span>
        </p>
        {refusal ? (
          <p className="weight-500 anywhere ink-bad text-note" role="alert">
            {refusal.sentence} {refusal.worthAnotherTry && <TextButton onClick={onAgain}>Try again</TextButton>}
          </p>
        ) : (
          <div className="under-way row remark gap-10">
            <progress
              className="grow rounded-small on-sunken"
              aria-label={`Sending ${file.name}`}
              max={1}
              // Indeterminate without a value.
              {...(progress?.state === 'sending' ? { value: progress.part } : {})}
              data-waiting={progress === undefined || undefined}
            />
            <span>{words[progress?.state ?? 'waiting']}</span>
          </div>
        )}
      </div>
      <Button look="bare" square icon={X} onClick={onRemove}>
        {refusal ? `Dismiss ${file.name}` : `Stop sending ${file.name}`}
      </Button>
    </li>
  )
}

/** A format that this browser cannot show may be valid for the server. */
const hide = ({ currentTarget }: { currentTarget: HTMLElement }) => {
  currentTarget.hidden = true
}

const words = { waiting: 'Waiting…', preparing: 'Preparing…', sending: 'Sending…', scanning: 'Scanning…' }
