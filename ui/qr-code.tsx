import './qr-code.css'
import { drawingSVG, qrcode } from 'bwip-js/generic'
import { useMemo } from 'react'

/** Dark on white in every colour scheme: many scanners cannot read inverted codes (ISO/IEC 18004). */
export function QrCode({ text, label }: { text: string; label: string }) {
  const address = useMemo(() => {
    // A quiet zone of four modules, as the standard requires.
    const svg: string = qrcode({ bcid: 'qrcode', text, scale: 1, padding: 8 }, drawingSVG())
    return `data:image/svg+xml,${encodeURIComponent(svg)}`
  }, [text])
  return <img className="qr" src={address} alt={label} width={168} height={168} />
}
