import { FileUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { MarcLines } from '../../web/marc-lines.tsx'
import type { RecordToAttach } from './record-to-attach.ts'
import type { useMarcFile } from './use-marc-file.ts'

/** A finished record from the cataloguer's own program: dropped or chosen, checked, attached. */
export function RecordFile({
  marc: { file, refused, busy, read, drop },
  onPick,
}: {
  marc: ReturnType<typeof useMarcFile>
  onPick: (record: RecordToAttach) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const look = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (file) look.current?.focus()
  }, [file])
  return (
    <div className="record-file">
      {refused && <ErrorBox className="mb-12" messages={refused} />}
      {file ? (
        <div className="stack gap-6">
          <h3 className="title-large no-outline" ref={look} tabIndex={-1}>
            {file.record.title || 'Untitled record'}
          </h3>
          <p className="why flow">
            {[file.record.responsibility, `Record ${file.record.recordId}`, ...file.record.identifiers, file.name]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {file.record.replaces && (
            <p className="attention on-warn-soft text-small weight-500 p-8-12 ink-warn">
              The catalogue already has record {file.record.recordId}. This one will replace it.
            </p>
          )}
          {file.record.problems.map((problem) => (
            <p key={problem} className="attention on-warn-soft text-small weight-500 p-8-12 ink-warn">
              {problem}
            </p>
          ))}
          <MarcLines lines={file.record.lines} label="Record in the file" />
          <div className="section-acts flow gap-8 mt-12">
            <Button
              look="main"
              onClick={() => {
                const { replaces, compared } = file.record
                onPick({ ...file.record, file: { base64: file.base64, replaces, compared } })
              }}
            >
              Attach this record
            </Button>
            <Button onClick={drop}>Choose another file</Button>
          </div>
        </div>
      ) : (
        <div className="marc-drop row aside gap-12 rounded" aria-busy={busy}>
          <Icon of={FileUp} />
          <span>
            {busy ? (
              'Reading the file…'
            ) : (
              <>
                Drop a file anywhere on this page, or{' '}
                <TextButton onClick={() => input.current?.click()}>choose one</TextButton>. MARC 21 or MARCXML, one
                record.
              </>
            )}
          </span>
        </div>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".mrc,.marc,.dat,.xml,.lif,.mrk,application/marc,application/marcxml+xml,text/xml"
        aria-label="MARC file"
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) void read(chosen)
          // Allows choosing the same file again after correcting it.
          target.value = ''
        }}
      />
    </div>
  )
}
