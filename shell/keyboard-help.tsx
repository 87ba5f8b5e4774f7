import './keyboard-help.css'
import { Fragment } from 'react'
import { Dialog } from '#ui/overlay/dialog.tsx'

const keys: [keys: string[], does: string][] = [
  [['/'], 'goes to the search box'],
  [['↓', '↑'], 'choose from what the search box suggests; Enter follows, Esc puts it away'],
  [['N'], 'turns to the next page of results'],
  [['P'], 'turns to the previous page of results'],
  [['J', 'K'], 'go to the next and the previous item of the cataloguing queue'],
  [['Tab'], 'as the first key on a page offers to skip the header'],
  [['Esc'], 'closes a dialog or a menu'],
]

/** Lists the keyboard shortcuts. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl className="key-list">
        {keys.map(([names, does]) => (
          <Fragment key={does}>
            <dt className="flex gap-4">
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="quiet">Keys that work alone can be switched off in the menu that led here.</p>
    </Dialog>
  )
}
