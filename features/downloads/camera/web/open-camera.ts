export type CameraFailure = 'insecure' | 'refused' | 'none' | 'busy' | 'failed'

export const failureWords: Record<CameraFailure, string> = {
  insecure: 'Browsers give a page the camera over https only. Ask whoever runs the portal for its https address.',
  refused:
    'The camera was not allowed for this page. Allow it in the browser, by the sign beside the address, and try again.',
  none: 'There is no camera on this device.',
  busy: 'The camera is in use by another program. Close it there and try again.',
  failed: 'The camera could not be started. Please try again.',
}

/** The rear camera if there is one. Rejects with a `CameraFailure`. */
export async function openCamera(deviceId: string | undefined): Promise<MediaStream> {
  if (!navigator.mediaDevices?.getUserMedia) throw 'insecure' satisfies CameraFailure
  const which = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: { ideal: 'environment' } }
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { ...which, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
  } catch (error) {
    throw failureOf(error)
  }
}

function failureOf(error: unknown): CameraFailure {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none'
    case 'NotReadableError':
    case 'AbortError':
      return 'busy'
    default:
      return 'failed'
  }
}

/** The torch of a phone’s camera, which is missing from the standard types. */
export const hasTorch = (track: MediaStreamTrack | undefined): boolean =>
  'torch' in ((track?.getCapabilities?.() ?? {}) as Record<string, unknown>)

export const lightTorch = (track: MediaStreamTrack, torch: boolean): Promise<void> =>
  track.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] })
