import { words as say } from '../../messages.ts'

export type CameraFailure = 'insecure' | 'refused' | 'none' | 'busy' | 'failed'

export const failureWords: Record<CameraFailure, string> = {
  insecure: say.cameraInsecure,
  refused: say.cameraRefused,
  none: say.cameraNone,
  busy: say.cameraBusy,
  failed: say.cameraFailed,
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
