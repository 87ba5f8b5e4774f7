import { lazy } from 'react'

/** What other features' screens take numbers with: the camera, and what the catalogue has of them. */
export { askHits, type FoundHit } from './ask-titles.ts'
export { useHasCamera } from './use-has-camera.ts'
export const CameraDialog = lazy(async () => ({ default: (await import('./camera/camera-dialog.tsx')).CameraDialog }))
