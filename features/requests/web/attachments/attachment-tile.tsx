import { Trash2 } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import type { Attachment } from '../../contract.ts'
import { sizeWords } from './size-words.ts'

/** A picture that the server has: what it shows can be said, it can be looked at and removed. */
export function AttachmentTile(props: {
  file: Attachment
  onLook: () => void
  onCaption: (caption: string) => void
  onRemove: () => void
}) {
  const { file, onLook, onCaption, onRemove } = props
  return (
    <li className="attachment">
      <button type="button" className="look" onClick={onLook} aria-label={`Look at ${file.filename}`}>
        <img src={file.thumbnailUrl} alt="" />
      </button>
      <div className="about">
        <p className="file-name">
          <span>{file.filename}</span> <span className="file-size">{sizeWords(file.filesize)}</span>
        </p>
        <TextField
          label={`What ${file.filename} shows`}
          labelHidden
          placeholder="What it shows"
          value={file.caption}
          maxLength={1000}
          onChange={({ target }) => onCaption(target.value)}
        />
      </div>
      <Button look="bare" square icon={Trash2} onClick={onRemove}>{`Remove ${file.filename}`}</Button>
    </li>
  )
}
