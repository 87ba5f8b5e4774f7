import { type ComponentProps, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import type { IconShape } from '../icon.tsx'
import { OverlayMenu, prepareOverlays } from './lazy-overlays.ts'

/** `lang`: of a label in another language than the page’s. */
export type MenuEntry = {
  id: string
  label: string
  lang?: string
  icon?: IconShape
  ticked?: boolean
  disabled?: boolean
}
export type MenuGroup = { id: string; label?: string; items: MenuEntry[] }

/** A button with a menu. `label` names the menu; `children` is the button's content. */
export function MenuButton({
  label,
  head,
  groups,
  onChoose,
  ...button
}: Omit<ComponentProps<typeof MenuTrigger>, 'menu'> & {
  label: string
  head?: ReactNode
  groups: MenuGroup[]
  onChoose: (id: string) => void
}) {
  return (
    <MenuTrigger
      {...button}
      menu={({ anchor, close }) => (
        <OverlayMenu
          label={label}
          head={head}
          groups={groups}
          anchor={anchor}
          onClose={close}
          onChoose={(id) => {
            close()
            onChoose(id)
          }}
        />
      )}
    />
  )
}

export type OpenMenu = { anchor: RefObject<HTMLButtonElement | null>; close: () => void }

/** The button only: `menu` renders its menu. `onNear`: it is hovered or focused, so a press may follow. */
export function MenuTrigger({
  menu,
  onNear,
  children,
  ...button
}: Omit<ComponentProps<typeof Button>, 'onClick'> & { menu: (open: OpenMenu) => ReactNode; onNear?: () => void }) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const near = () => {
    prepareOverlays()
    onNear?.()
  }
  return (
    <>
      <Button
        {...button}
        ref={anchor}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={near}
        onFocus={near}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          // A click made by a key counts as one of assistive technology, after which no item has the focus.
          if (button.busy || !['ArrowDown', 'Enter', ' '].includes(event.key)) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children}
      </Button>
      {open && <Suspense>{menu({ anchor, close: () => setOpen(false) })}</Suspense>}
    </>
  )
}
