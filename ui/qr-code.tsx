import './qr-code.css'
import { drawingSVG, qrcode } from 'bwip-js/generic'
import { useMemo } from 'react'

/** Dark on white in every colour scheme: many readers do not take it the other way round (ISO/IEC 18004). */
export function QrCode({ text, label }: { text: string; label: string }) {
  const address = useMemo(() => {
    // Four modules of white around it, as the standard asks.
    const svg: string = qrcode({ bcid: 'qrcode', text, scale: 1, padding: 8 }, drawingSVG())
    return `data:image/svg+xml,${encodeURIComponent(svg)}`
  }, [text])
  return <img className="qr" src={address} alt={label} width={168} height={168} />
}
