import { type RefObject, useEffect, useState } from 'react'
import { type CameraFailure, openCamera } from './open-camera.ts'
import { type Codes, prepareReader, readPicture } from './read-picture.ts'
import type { SeenCode } from './sightings.ts'

/** Pause between two pictures: short enough for a moving hand, long enough to keep a phone cool. */
const restMs = 90
const maxSide = 1280

export type Camera =
  | { is: 'starting' }
  | { is: 'on'; track: MediaStreamTrack; others: MediaDeviceInfo[] }
  | { is: 'failed'; why: CameraFailure }

/** Shows the live picture in `video` and reads its codes. Everything stops with the component. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  deviceId: string | undefined,
  turn: number,
  codes: Codes,
  onSeen: (codes: SeenCode[]) => void,
): Camera {
  const [camera, setCamera] = useState<Camera>({ is: 'starting' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` starts the same camera again
  useEffect(() => {
    const stop = new AbortController()
    setCamera({ is: 'starting' })
    const fail = (why: unknown) => {
      if (stop.signal.aborted) return
      if (typeof why !== 'string') console.error(why)
      setCamera({ is: 'failed', why: typeof why === 'string' ? (why as CameraFailure) : 'failed' })
    }
    const start = async () => {
      const reader = prepareReader()
      reader.catch(() => undefined)
      const stream = await openCamera(deviceId)
      const end = () => {
        for (const track of stream.getTracks()) track.stop()
      }
      if (stop.signal.aborted) return end()
      stop.signal.addEventListener('abort', end)
      const [track] = stream.getVideoTracks()
      // Unplugged, or taken by the system.
      track!.addEventListener('ended', () => fail('busy'))
      const element = video.current!
      element.srcObject = stream
      await element.play()
      const devices = await navigator.mediaDevices.enumerateDevices()
      await reader
      if (stop.signal.aborted) return
      setCamera({ is: 'on', track: track!, others: devices.filter(({ kind }) => kind === 'videoinput') })
      await look(element, codes, stop.signal, onSeen)
    }
    start().catch(fail)
    return () => stop.abort()
  }, [deviceId, turn, codes, onSeen, video])
  return camera
}

async function look(video: HTMLVideoElement, kind: Codes, signal: AbortSignal, onSeen: (codes: SeenCode[]) => void) {
  const canvas = document.createElement('canvas')
  const paper = canvas.getContext('2d', { willReadFrequently: true })!
  while (!signal.aborted) {
    const { videoWidth, videoHeight } = video
    if (videoWidth > 0 && !document.hidden) {
      const scale = Math.min(1, maxSide / Math.max(videoWidth, videoHeight))
      canvas.width = Math.round(videoWidth * scale)
      canvas.height = Math.round(videoHeight * scale)
      paper.drawImage(video, 0, 0, canvas.width, canvas.height)
      const codes = await readPicture(paper.getImageData(0, 0, canvas.width, canvas.height), kind)
      if (signal.aborted) return
      if (codes.length > 0) onSeen(codes)
    }
    await new Promise((resolve) => setTimeout(resolve, restMs))
  }
}
