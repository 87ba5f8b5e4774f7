import { words } from './messages/messages.ts'
import './palette.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, FileSearch, History, type LucideIcon, Search, Zap } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { roleOf } from '#features/account/rules.ts'
import { currentUser, signInAddress, signOut } from '#features/account/web/account-parts.tsx'
import { complaintAbout } from '#features/catalogue/rules.ts'
import { goToResults } from '#features/catalogue/search-box/web/search-field.tsx'
import { showMessages } from '#features/desk/messages/web/messages-parts.tsx'
import { may } from '#kit/roles.ts'
import { counted } from '#kit/web/format.ts'
import { currentPlace, goTo } from '#kit/web/history.ts'
import { pageLanguage } from '#kit/web/settings.ts'
import { Icon } from '#ui/icon.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toastFailure } from '#ui/overlay/toast.tsx'
import { chooseTheme, type Theme } from '#ui/theme.ts'
import { useDeskLines } from './desk/desk-find.tsx'
import { panels } from './open-panel.ts'
import { type Entry, entriesFor, findEntries, recentEntries, rememberEntry, searchesOf } from './palette-entries.ts'

/** `note`: the area, unless the group has it, or a school or number. */
type Option = { key: string; label: string; note?: string; icon: LucideIcon; run: () => void }
type Group = { label: string; options: Option[] }

/** The screens and actions of the person, filtered as they type, and searches for what they typed. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const groups = useGroups(text.trim())
  const options = groups.flatMap((group) => group.options)
  const active = Math.min(at, options.length - 1)

  const choose = (option: Option | undefined) => {
    if (!option) return
    onClose()
    option.run()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step) {
      event.preventDefault()
      const last = options.length - 1
      const wraps = Math.abs(step) === 1
      const to = active + step
      const next = to > last ? (wraps ? 0 : last) : to < 0 ? (wraps ? last : 0) : to
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView?.({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(options[active])
    } else if (event.key === 'k' && (event.ctrlKey || event.metaKey)) onClose()
  }
  return (
    <Dialog title={words.goTo} lang={pageLanguage()} onClose={onClose}>
      <div className="palette">
        <input
          className="input w-full"
          type="text"
          role="combobox"
          aria-label={words.paletteLabel}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
          placeholder={words.palettePlaceholder}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
        <div
          className="palette-list"
          role="listbox"
          tabIndex={-1}
          id={`${id}-list`}
          aria-label={words.screensAndActions}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map(({ label, options: own }) => (
            // biome-ignore lint/a11y/useSemanticElements: within a list box
            <div role="group" key={label} aria-label={label}>
              <div className="palette-label" aria-hidden>
                {label}
              </div>
              {own.map((option) => {
                const index = options.indexOf(option)
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
                  <div
                    key={option.key}
                    id={`${id}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === active}
                    onClick={() => choose(option)}
                  >
                    <Icon of={option.icon} small />
                    <span className="anywhere">{option.label}</span>
                    {option.note && <span className="note">{option.note}</span>}
                  </div>
                )
              })}
            </div>
          ))}
        </div>
        <p className="only-heard" role="status">
          {text && counted(options.length, words.result, words.severalResults)}
        </p>
        <p className="palette-keys quiet" aria-hidden>
          <kbd>↑</kbd> <kbd>↓</kbd> {words.choose} <kbd>Enter</kbd> {words.open} <kbd>Esc</kbd> {words.close}
        </p>
      </div>
    </Dialog>
  )
}

function useGroups(text: string): Group[] {
  const cache = useQueryClient()
  const me = useQuery(currentUser).data ?? null
  const userId = me?.user.id
  const role = roleOf(me)
  const entries = useMemo(() => entriesFor(role), [role])
  const recent = useMemo(() => recentEntries(userId), [userId])
  const atDesk = useDeskLines(may(role, 'desk') ? text : '')

  const run = (id: string) => {
    rememberEntry(userId, id)
    if (id.startsWith('/')) goTo(id)
    else if (id.startsWith('theme:')) chooseTheme(id.slice('theme:'.length) as Theme)
    else if (id === 'keys') panels.open('keys')
    else if (id === 'messages') showMessages()
    else if (id === 'sign-in') window.location.assign(signInAddress(currentPlace().href))
    else signOut(cache).catch(toastFailure)
  }
  const optionOf = ({ id, label, group }: Entry, noted: boolean): Option => ({
    key: id,
    label,
    icon: id.startsWith('/') ? ArrowRight : Zap,
    run: () => run(id),
    ...(noted && { note: group }),
  })

  if (text === '') {
    const known = recent.flatMap((id) => entries.filter((entry) => entry.id === id))
    const others = entries.filter(({ id }) => !recent.includes(id))
    return [
      { label: words.recent, options: known.map((entry) => ({ ...optionOf(entry, true), icon: History })) },
      ...[...new Set(others.map(({ group }) => group))].map((label) => ({
        label,
        options: others.filter(({ group }) => group === label).map((entry) => optionOf(entry, false)),
      })),
    ].filter(({ options }) => options.length > 0)
  }

  const found: Group = {
    label: words.screensAndActions,
    options: findEntries(entries, text, recent).map((entry) => optionOf(entry, true)),
  }
  const catalogue: Group = {
    label: words.searchGroup,
    options: complaintAbout(text)
      ? []
      : [
          {
            key: 'search',
            label: words.searchFor({ text }),
            icon: Search,
            run: () => goToResults(text, cache),
          },
        ],
  }
  const lists = searchesOf(entries, text)
  const groupOf = (label: string, chosen: typeof lists): Group => ({
    label,
    options: chosen.map(({ href, label }) => ({
      key: href,
      label: words.findIn({ text, list: label }),
      icon: FileSearch,
      run: () => goTo(href),
    })),
  })
  const deskGroups = atDesk.map(({ label, icon, leads, options }) => ({
    label,
    leads,
    options: options.map(({ key, text: line, note, href }) => ({
      key,
      label: line,
      icon,
      run: () => goTo(href),
      ...(note && { note }),
    })),
  }))
  const groups: Group[] = [
    groupOf(
      words.number,
      lists.filter(({ numbered }) => numbered),
    ),
    ...deskGroups.filter(({ leads }) => leads),
    found,
    ...deskGroups.filter(({ leads }) => !leads),
    catalogue,
    groupOf(
      words.searchList,
      lists.filter(({ numbered }) => !numbered),
    ),
  ]
  return groups.filter(({ options }) => options.length > 0)
}
