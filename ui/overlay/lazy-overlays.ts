import { lazy } from 'react'

let loading: Promise<typeof import('./overlays.tsx')> | undefined

/** Menus, dialogs and toasts, loaded once: on idle or when a trigger is hovered or focused. */
export const loadOverlays = () => {
  loading ??= import('./overlays.tsx').catch((error: unknown) => {
    // Do not cache a failed load: the next press retries.
    loading = undefined
    throw error
  })
  return loading
}

export const prepareOverlays = () => void loadOverlays().catch(() => undefined)

export const OverlayMenu = lazy(async () => ({ default: (await loadOverlays()).OverlayMenu }))
export const OverlayDialog = lazy(async () => ({ default: (await loadOverlays()).OverlayDialog }))
export const OverlayToasts = lazy(async () => ({ default: (await loadOverlays()).OverlayToasts }))
