import { CircleAlert, X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { Sending } from './use-sendings.ts'

/** A picture that is on its way, or was refused. */
export function SendingTile(props: { sending: Sending; onAgain: () => void; onRemove: () => void }) {
  const { sending, onAgain, onRemove } = props
  const { file, preview, progress, refusal } = sending
  return (
    <li className="attachment" data-refused={refusal !== undefined || undefined}>
      <span className="look">
        {refusal && !refusal.worthAnotherTry ? <Icon of={CircleAlert} /> : <img src={preview} alt="" onError={hide} />}
      </span>
      <div className="about">
        <p className="file-name">
          <span>{file.name}</span>
        </p>
        {refusal ? (
          <p className="refusal" role="alert">
            {refusal.sentence} {refusal.worthAnotherTry && <TextButton onClick={onAgain}>Try again</TextButton>}
          </p>
        ) : (
          <div className="under-way">
            <progress
              aria-label={`Sending ${file.name}`}
              max={1}
              // Without a value it moves to and fro.
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

/** What this browser cannot draw may still be a picture to the server. */
const hide = ({ currentTarget }: { currentTarget: HTMLElement }) => {
  currentTarget.hidden = true
}

const words = { waiting: 'Waiting …', preparing: 'Preparing …', sending: 'Sending …', scanning: 'Scanning …' }
