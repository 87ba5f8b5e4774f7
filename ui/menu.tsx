import { type ComponentProps, type ReactNode, Suspense, useRef, useState } from 'react'
import { Button } from './button.tsx'
import type { IconShape } from './icon.tsx'
import { OverlayMenu, prepareOverlays } from './lazy-overlays.ts'

export type MenuEntry = { id: string; label: string; icon?: IconShape; ticked?: boolean; disabled?: boolean }
export type MenuGroup = { id: string; label?: string; items: MenuEntry[] }

/** A button that opens a menu. `label` names the menu; `children` is what the button shows. */
export function MenuButton({
  label,
  head,
  groups,
  onChoose,
  children,
  ...button
}: Omit<ComponentProps<typeof Button>, 'onClick'> & {
  label: string
  head?: ReactNode
  groups: MenuGroup[]
  onChoose: (id: string) => void
}) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Button
        {...button}
        ref={anchor}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={prepareOverlays}
        onFocus={prepareOverlays}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children}
      </Button>
      {open && (
        <Suspense>
          <OverlayMenu
            label={label}
            head={head}
            groups={groups}
            anchor={anchor}
            onClose={() => setOpen(false)}
            onChoose={(id) => {
              setOpen(false)
              onChoose(id)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
