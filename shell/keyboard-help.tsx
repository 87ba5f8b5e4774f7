import { words } from './messages/messages.ts'
import './keyboard-help.css'
import { useState } from 'react'
import { defaultLanguage } from '#kit/messages.ts'
import { currentPlace } from '#kit/web/history.ts'
import { keyIsOn, type SingleKey, switchKey } from '#kit/web/single-keys.ts'
import { focusNow } from '#ui/focus-now.ts'
import { Checkbox } from '#ui/form/field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { commandKey } from './command-key.ts'

/** `of`: the switch that turns it off. `together`: pressed at once. */
type Row = { keys: string[]; does: string; of?: SingleKey; together?: boolean }

const enter = { keys: [commandKey, 'Enter'], together: true }
const stepsThroughWork: Row = { keys: ['J', 'K'], does: 'Next and previous item in the queue', of: 'list-keys' }

const results: Row[] = [
  { keys: ['J', 'K'], does: 'Next and previous record', of: 'list-keys' },
  { keys: ['X'], does: 'Select the record', of: 'list-keys' },
  { keys: ['A'], does: 'Add the record to the temporary folder, or remove it', of: 'list-keys' },
  { keys: ['D'], does: 'Download the record', of: 'list-keys' },
  { keys: ['O'], does: 'Open the record, like Enter', of: 'list-keys' },
  { keys: ['N', 'P'], does: 'Next and previous page', of: 'page-keys' },
]

/** Keys by the start of an address; the first match applies. */
const ofScreens: [start: RegExp, rows: Row[]][] = [
  [/^\/$/, [{ ...enter, does: 'Submit the identifiers' }]],
  [/^\/discover\/results/, results],
  [
    /^\/myDownloads$/,
    [
      { keys: ['J', 'K'], does: 'Next and previous download; Enter opens it', of: 'list-keys' },
      { keys: ['X'], does: 'Select it', of: 'list-keys' },
      { keys: ['D'], does: 'Download its file', of: 'list-keys' },
    ],
  ],
  [
    /^\/discover\/details\//,
    [{ keys: ['N', 'P'], does: 'Next and previous record, if you opened this one from results', of: 'page-keys' }],
  ],
  [
    /^\/standards/,
    [
      { keys: ['↓', '↑'], does: 'Next and previous heading in the tree' },
      { keys: ['→', '←'], does: 'Show and hide narrower headings' },
    ],
  ],
  [/^\/desk\/cataloguing\/./, [stepsThroughWork, { ...enter, does: 'Send the message you’re writing' }]],
  [/^\/desk\/cataloguing/, [{ ...stepsThroughWork, does: 'Next and previous item; Enter opens it' }]],
  [/^\/CatalogueRequestDeatils\//, [{ ...enter, does: 'Send the message you’re writing' }]],
]

const everywhere: Row[] = [
  { keys: [commandKey, 'K'], does: 'Go to any screen, start an action or search', together: true },
  { keys: ['/'], does: 'Go to the search box', of: 'slash-key' },
  { keys: ['↓', '↑'], does: 'Choose a search suggestion; Enter opens it' },
  { keys: ['Tab'], does: 'Skip the header, as the first key on a page' },
  { keys: ['Esc'], does: 'Close a dialog, menu or list' },
  { keys: ['?'], does: 'Show these shortcuts', of: 'slash-key' },
]

const switches: [SingleKey, string][] = [
  ['slash-key', '/ for search, ? for shortcuts'],
  ['page-keys', 'N and P for pages'],
  ['list-keys', 'J, K, X, A, D and O for lists'],
]

/** Lists the keys of the current screen and those of every screen, and switches the single ones off. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const [, setTurn] = useState(0)
  const here = ofScreens.find(([start]) => start.test(currentPlace().pathname))?.[1]
  return (
    <Dialog title={words.shortcuts} lang={defaultLanguage} onClose={onClose}>
      <div className="key-help stack gap-16">
        {/* With the focus at the beginning, a small screen shows the keys rather than the switches. */}
        <div className="stack gap-16 no-outline" tabIndex={-1} ref={focusNow}>
          {here && <Keys title="This screen" rows={here} />}
          <Keys title="Every screen" rows={everywhere} />
        </div>
        <fieldset className="stack gap-6">
          <legend>Single-key shortcuts</legend>
          {switches.map(([name, label]) => (
            <Checkbox
              key={name}
              label={label}
              checked={keyIsOn(name)}
              onChange={({ target }) => {
                switchKey(name, target.checked)
                setTurn((turn) => turn + 1)
              }}
            />
          ))}
        </fieldset>
      </div>
    </Dialog>
  )
}

const Keys = ({ title, rows }: { title: string; rows: Row[] }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    <dl className="key-list">
      {rows.map(({ keys, does, of, together }) => {
        const off = of && !keyIsOn(of)
        return (
          <div key={does} className={off ? 'off' : undefined}>
            <dt className="flex gap-4">
              {keys.map((name, i) => (
                <span key={name}>
                  {i > 0 && together && '+ '}
                  <kbd>{name}</kbd>
                </span>
              ))}
            </dt>
            <dd>
              {does}
              {off && <span className="quiet"> (off)</span>}
            </dd>
          </div>
        )
      })}
    </dl>
  </section>
)
