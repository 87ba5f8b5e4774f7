/** Most specific first: other browsers also claim to be Chrome, and all claim to be Mozilla. */
const browsers: [sign: RegExp, name: string][] = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
]

type Kind = 'computer' | 'phone' | 'tablet' | 'unknown'

const systems: [sign: RegExp, name: string, kind: Kind][] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b(?=.*\bMobile\b)/, 'an Android phone', 'phone'],
  [/\bAndroid\b/, 'an Android tablet', 'tablet'],
  [/\bCrOS\b/, 'a Chromebook', 'computer'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMacintosh\b|\bMac OS X\b/, 'a Mac', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
]

/** Browsers send 250. Some signs search the whole text from each place where they begin. */
export const maxUserAgent = 300

/** `Firefox on Windows`: how people recognise their browsers. */
export function describeDevice(sent: string): { device: string; kind: Kind } {
  const userAgent = sent.slice(0, maxUserAgent)
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1]
  const [, system, kind] = systems.find(([sign]) => sign.test(userAgent)) ?? []
  if (!system) return { device: browser ?? 'Unknown device', kind: 'unknown' }
  return { device: browser ? `${browser} on ${system}` : `A browser on ${system}`, kind: kind! }
}
