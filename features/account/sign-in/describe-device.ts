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

/** `Firefox on Windows`: how people recognise their browsers. */
export function describeDevice(userAgent: string): { device: string; kind: Kind } {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1]
  const [, system, kind] = systems.find(([sign]) => sign.test(userAgent)) ?? []
  if (!system) return { device: browser ?? 'Unknown device', kind: 'unknown' }
  return { device: browser ? `${browser} on ${system}` : `A browser on ${system}`, kind: kind! }
}
