import { type ComponentType, createElement, lazy, Suspense, useEffect } from 'react'
import type { Student } from '#features/school/students/contract.ts'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import type { DialogsProps } from './student-dialogs-drawn.tsx'

export type Opened =
  | { what: 'invite' }
  | { what: 'domain' }
  | { what: 'edit'; student: Student }
  | { what: 'remove'; students: readonly Student[] }

const load = async () => ({
  default: (await import('./student-dialogs-drawn.tsx')).StudentDialogs as ComponentType<DialogsProps>,
})
const Drawn = lazy(load)

/** Dialogs in a separate script, loaded on idle or when a button that opens one is hovered. */
export const StudentDialogs = (props: DialogsProps) => createElement(Suspense, null, createElement(Drawn, props))

const prepare = () => {
  prepareOverlays()
  // A failed load is reported when a dialog is opened.
  void load().catch(() => undefined)
}

export const studentDialogs = {
  near: { onPointerEnter: prepare, onFocus: prepare },
  usePrepared: () =>
    useEffect(() => {
      const timer = setTimeout(prepare, 800)
      return () => clearTimeout(timer)
    }, []),
}
