import { lazy } from 'react'

/** Reading codes with the camera, for any screen that takes them. */
export const CameraDialog = lazy(async () => ({ default: (await import('./camera-dialog.tsx')).CameraDialog }))
export { soundIsOn, switchSound } from './signal.ts'
export { useHasCamera } from './use-has-camera.ts'
