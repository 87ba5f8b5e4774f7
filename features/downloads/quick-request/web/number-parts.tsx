import { lazy } from 'react'

export { useHasCamera } from '../../camera/web/use-has-camera.ts'
/** What other features' screens take numbers with: the camera, and what the catalogue has of them. */
export { askHits, type FoundHit } from './ask-titles.ts'
export const CameraDialog = lazy(async () => ({
  default: (await import('../../camera/web/camera-dialog.tsx')).CameraDialog,
}))
