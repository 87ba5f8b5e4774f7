import { DomainDialog } from './domain-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import type { Opened } from './student-dialogs.ts'

export type DialogsProps = {
  opened: Opened
  domain: string
  onDone: (text: string) => void
  onClose: () => void
}

export function StudentDialogs({ opened, ...rest }: DialogsProps) {
  if (opened.what === 'invite') return <InviteDialog {...rest} />
  if (opened.what === 'domain') return <DomainDialog {...rest} />
  if (opened.what === 'edit') return <EditDialog student={opened.student} {...rest} />
  return <RemoveDialog students={opened.students} {...rest} />
}
