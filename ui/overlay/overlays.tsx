import { words } from '../messages.ts'
// All of React Aria is in this chunk, which is loaded on idle or when a trigger is touched.
import './overlays.css'
import { Check, CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, Heading } from 'react-aria-components/Dialog'
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastList as ToastList,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast'
import { screenLanguage } from '#kit/web/settings.ts'
import { focusNow } from '../focus-now.ts'
import { Icon } from '../icon.tsx'
import type { MenuGroup } from './menu.tsx'
import type { ToastText } from './toast.tsx'

export function OverlayMenu(props: {
  label: string
  head?: ReactNode
  groups: MenuGroup[]
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  onChoose: (id: string) => void
}) {
  const { label, head, groups, anchor, onClose, onChoose } = props
  return (
    <Popover
      className="popover"
      aria-label={label}
      triggerRef={anchor}
      isOpen
      onOpenChange={(open) => open || onClose()}
      placement="bottom end"
      offset={6}
    >
      <div className="menu">
        {head && <div className="menu-head">{head}</div>}
        <Menu
          aria-label={label}
          className="menu"
          autoFocus="first"
          onClose={onClose}
          onAction={(id) => onChoose(String(id))}
        >
          {groups.map((group) => (
            <MenuSection key={group.id} className="menu-section" aria-label={group.label ?? label}>
              {group.label && <Header className="menu-label">{group.label}</Header>}
              {group.items.map((item) => (
                <MenuItem
                  key={item.id}
                  id={item.id}
                  className="menu-item"
                  textValue={item.label}
                  isDisabled={item.disabled ?? false}
                >
                  {item.icon && <Icon of={item.icon} />}
                  {item.lang ? <span lang={item.lang}>{item.label}</span> : item.label}
                  {item.ticked !== undefined && (
                    <span className="tick">
                      {item.ticked && (
                        <>
                          <Icon of={Check} small />
                          <span className="only-heard">{words.chosen}</span>
                        </>
                      )}
                    </span>
                  )}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </div>
    </Popover>
  )
}

export type DialogShape = 'plain' | 'wide' | 'drawer'

export function OverlayDialog(props: {
  title: string
  shape: DialogShape
  role: 'dialog' | 'alertdialog'
  lang: string | undefined
  onClose: () => void
  actions?: ReactNode
  children: ReactNode
}) {
  const { title, shape, role, lang = screenLanguage(), onClose, actions, children } = props
  return (
    <ModalOverlay
      className={shape === 'drawer' ? 'veil from-left' : 'veil'}
      isOpen
      isDismissable={role === 'dialog'}
      onOpenChange={(open) => open || onClose()}
    >
      <Modal className={shape === 'plain' ? 'sheet' : `sheet ${shape}`}>
        <Dialog role={role} lang={lang}>
          <header>
            <Heading slot="title">{title}</Heading>
            <AriaButton className="button bare square" onPress={onClose} aria-label={words.close}>
              <Icon of={X} />
            </AriaButton>
          </header>
          <div className="sheet-body" ref={shape === 'drawer' ? undefined : focusFirstField}>
            {children}
          </div>
          {actions && <footer>{actions}</footer>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/**
 * React Aria gives the focus to the dialog unless something in it has it: here the first field gets it, also one that is
 * loaded after the dialog has opened, until the person does something. Of radio buttons, the chosen one.
 */
function focusFirstField(body: HTMLElement | null) {
  const dialog = body?.parentElement
  if (!body || !dialog) return
  const seek = () => {
    const active = document.activeElement
    if (active && active !== dialog && dialog.contains(active)) return
    const fields = [...body.querySelectorAll<HTMLInputElement>('input, select, textarea')]
    const first = fields.find(
      ({ type, hidden, disabled }) => type !== 'hidden' && type !== 'file' && !hidden && !disabled,
    )
    const chosen = fields.find(({ type, name, checked }) => type === 'radio' && name === first?.name && checked)
    if (first) focusNow(chosen ?? first)
  }
  const watch = new MutationObserver(seek)
  const stop = () => {
    watch.disconnect()
    dialog.removeEventListener('focus', seek)
  }
  watch.observe(body, { childList: true, subtree: true })
  dialog.addEventListener('focus', seek)
  for (const act of ['keydown', 'pointerdown']) dialog.addEventListener(act, stop, { once: true })
  seek()
  return stop
}

const toastIcons = { ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert, plain: Info }

export const toastQueue = new ToastQueue<ToastText>({ maxVisibleToasts: 4 })

/** Top right. React Aria pauses the timer of a hovered or focused toast, and F6 moves focus here. */
export function OverlayToasts() {
  return (
    <ToastRegion queue={toastQueue} className="toasts">
      <ToastList<ToastText> className="toast-list">
        {({ toast }) => {
          const { tone = 'plain', title, text, action } = toast.content
          return (
            <Toast toast={toast} className={`toast ${tone}`}>
              <Icon of={toastIcons[tone]} />
              <ToastContent lang={screenLanguage()}>
                {title && (
                  <Text slot="title" elementType="div" className="toast-title">
                    {title}
                  </Text>
                )}
                <Text slot={title ? 'description' : 'title'} elementType="div">
                  {text}
                </Text>
                {action && (
                  <AriaButton
                    className="button"
                    onPress={() => {
                      toastQueue.close(toast.key)
                      action.act()
                    }}
                  >
                    {action.label}
                  </AriaButton>
                )}
              </ToastContent>
              <AriaButton slot="close" className="button bare square" aria-label={words.close}>
                <Icon of={X} small />
              </AriaButton>
            </Toast>
          )
        }}
      </ToastList>
    </ToastRegion>
  )
}
