import { lazy } from 'react'

/** What the first look at a new request does without: fetched when it is wanted. */
export const FormNotices = lazy(async () => ({ default: (await import('./form-notices.tsx')).FormNotices }))
export const NumberAdder = lazy(async () => ({ default: (await import('./number-adder.tsx')).NumberAdder }))
export const ItemList = lazy(async () => ({ default: (await import('./item-list.tsx')).ItemList }))
export const InCatalogue = lazy(async () => ({ default: (await import('./in-catalogue.tsx')).InCatalogue }))
export const LeaveWarning = lazy(async () => ({ default: (await import('./leave-warning.tsx')).LeaveWarning }))
export const ItemDialog = lazy(async () => ({ default: (await import('./item-dialog.tsx')).ItemDialog }))
export const ConfirmDialog = lazy(async () => ({
  default: (await import('../../confirm/web/confirm-dialog.tsx')).ConfirmDialog,
}))
export const ConflictDialog = lazy(async () => ({ default: (await import('./conflict-dialog.tsx')).ConflictDialog }))
export const DeleteDraftDialog = lazy(async () => ({
  default: (await import('../../web/delete-draft-dialog.tsx')).DeleteDraftDialog,
}))
