import { useEffect, useState } from 'react'

/** Whether there is a camera to scan with. Without https a phone hides its camera, and the dialog says why. */
export function useHasCamera(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => {
    const { mediaDevices } = navigator
    if (!mediaDevices?.enumerateDevices) {
      setHas(!globalThis.isSecureContext && matchMedia('(pointer: coarse)').matches)
      return
    }
    let gone = false
    const look = () =>
      mediaDevices.enumerateDevices().then(
        (devices) => gone || setHas(devices.some(({ kind }) => kind === 'videoinput')),
        () => undefined,
      )
    void look()
    mediaDevices.addEventListener?.('devicechange', look)
    return () => {
      gone = true
      mediaDevices.removeEventListener?.('devicechange', look)
    }
  }, [])
  return has
}
