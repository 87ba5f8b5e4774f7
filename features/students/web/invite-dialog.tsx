import { useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { InviteList } from './invite-list.tsx'
import { InviteOne, nobody } from './invite-one.tsx'
import type { PersonForm } from './person-fields.tsx'

type Draft = { way: string; form: PersonForm; text: string }

/** Outlives the dialog, not the page: a list of children is not left lying in the browser. */
let kept: Draft = { way: 'one', form: nobody, text: '' }

/** One student by a form, or a class by a list. What was typed is still there when the dialog is opened again. */
export function InviteDialog(props: { domain: string; onDone: (text: string) => void; onClose: () => void }) {
  const [draft, setDraft] = useState(kept)
  const change = (part: Partial<Draft>) =>
    setDraft((before) => {
      kept = { ...before, ...part }
      return kept
    })
  return (
    <Dialog title="Invite students" onClose={props.onClose}>
      <Tabs
        label="How to invite"
        selected={draft.way}
        onSelect={(way) => change({ way })}
        tabs={[
          {
            id: 'one',
            label: 'One student',
            panel: <InviteOne {...props} form={draft.form} onForm={(form) => change({ form })} />,
          },
          {
            id: 'list',
            label: 'A list or CSV file',
            panel: <InviteList {...props} text={draft.text} onText={(text) => change({ text })} />,
          },
        ]}
      />
    </Dialog>
  )
}
