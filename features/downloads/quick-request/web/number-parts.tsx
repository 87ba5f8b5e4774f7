import { lazy } from 'react'

export { useHasCamera } from '../../camera/web/use-has-camera.ts'
/** Parts for other features' screens that take numbers: the camera, and the catalogue look-up. */
export { askHits, type FoundHit } from './ask-titles.ts'
export const CameraDialog = lazy(async () => ({
  default: (await import('../../camera/web/camera-dialog.tsx')).CameraDialog,
}))
