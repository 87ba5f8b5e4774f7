import { tidy } from './crosswalk/crosswalk-steps.ts'
import { doiAddress, doiOf } from './doi.ts'
import type { DataField } from './record.ts'

/** `href` is '' where no link can safely be made of the text. `note`: words beside the address, not part of it. */
type WebAddress = { text: string; href: string; note: string }

/** The addresses in 856 $u, each with the words that name it. */
export function webAddressesIn(field: DataField): (WebAddress & { label: string })[] {
  const words = ['y', '3', 'z'].flatMap((code) => all(field, code)).map((text) => tidy(text).replace(/ ?[:;,]$/, ''))
  const label = [...new Set(words.filter((text) => text !== ''))].join(' — ')
  return field.subfields
    .filter(({ code }) => code === 'u')
    .flatMap(({ value }) => addressesIn(value))
    .filter((text) => text !== '')
    .map(webAddressOf)
    .map((each) => ({ ...each, label: each.note === '' ? label : `${label || each.href} (${each.note})` }))
}

const all = ({ subfields }: DataField, wanted: string) =>
  subfields.filter(({ code }) => code === wanted).map(({ value }) => value)

/** The row of the record page for what is no link, with its label. */
export const unlinked = 'Web address'
export function unlinkedIn(field: DataField): string[] {
  if (field.subfields.every(({ code, value }) => code !== 'u' || wellFormed.test(value))) return []
  return webAddressesIn(field)
    .filter(({ href }) => href === '')
    .map(({ label, text }) => (label === '' ? text : `${label}: ${text}`))
}

function addressesIn(value: string): string[] {
  if (wellFormed.test(value)) return [value]
  const text = tidy(value)
  return /^(?:https?|ftp|www)\b/i.test(text) ? text.split(several) : [text]
}

/** Between two addresses in one subfield. */
const several = /(?: ?[;,|] ?| )(?=(?:https?|ftp):\/\/)/i

/** Nearly every address. */
const wellFormed = /^(?:https?|ftp):\/\/(?!(?:https?|ftp):)[^\s<>"\\^`{|}\x00-\x1f\x7f]+$/i

/** Reads an address as it was meant where only one reading is likely. */
function webAddressOf(text: string): WebAddress {
  if (wellFormed.test(text)) return { text, href: text, note: '' }
  const { address, note } = withoutNote(withScheme(withoutLabel(text)))
  const href = escaped(address)
  const isSafe = wellFormed.test(href) && URL.canParse(href) && hostOf(href).includes('.')
  return isSafe ? { text, href, note } : { text, href: '', note: '' }
}

const hostOf = (href: string): string => new URL(href).hostname

/** `URL: https://…`, `<https://…>`, `Available at: https://…`. */
function withoutLabel(text: string): string {
  const label =
    /^(?:(?:ur[il]|online|link|web ?site|see|available(?: online)?(?: at| from)?|access(?: at)?)\s*:?\s*(?=<?(?:https?|ftp|www)\b))/i
  const bare = text.replace(label, '')
  const [, inside] = /^[<"“]\s*(?:ur[il]:)?\s*([^<>"“”]+?)\s*[>"”]$/i.exec(bare) ?? []
  return inside ?? bare
}

/** Labels of a host, at the start of a text that may continue with a port, a path or a note. */
const host = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,24}(?=$|[:/?#\s])/i
/** Names of files end like names of hosts. */
const file =
  /\.(?:aspx?|docx?|epub|gif|html?|jpe?g|json|jsp|mp[34]|mrc|pdf|php|png|pptx?|rtf|tiff?|txt|xlsx?|xml|zip)$/i

function withScheme(text: string): string {
  const doi = /^(?:doi:\s*)?10\.\d{4,9}(?:\.\d+)*\/\S+$/i.test(text) ? doiOf(text) : ''
  if (doi !== '') return doiAddress(doi)
  const [scheme = ''] = /^(?:h{1,2}t{1,3}ps?|ftp)(?::|;|)(?:\/|\\){1,3}/i.exec(text) ?? []
  if (scheme !== '') {
    const rest = text.slice(scheme.length)
    // `http://https://…`
    if (/^(?:https?|ftp):\/\//i.test(rest)) return rest
    const name = /^ftp/i.test(scheme) ? 'ftp' : /s\W*$/i.test(scheme) ? 'https' : 'http'
    return `${name}://${rest}`
  }
  if (text.startsWith('//')) return `https:${text}`
  const [name = ''] = host.exec(text) ?? []
  const rest = text.slice(name.length)
  // Without a path, a file or a name with initials (`J.Smith`) looks like a host.
  const isHost = /^(?::\d+)?[/?#]/.test(rest) || (name === name.toLowerCase() && !file.test(name))
  return name !== '' && isHost ? `https://${text}` : text
}

/** A note is in brackets or begins with a dash; words are one if they follow an address that is complete, or say so. */
const marked = /^(?:[|;–—]|-+ |[([].*[)\]]\.?$)/
const noteWords = /^(?:abstract|access|available|click|free|full ?text|online|pdf|restricted|see|table of contents)\b/i
/** The host alone, a folder, a file, or a sign that ends a phrase. */
const complete = /^[a-z]+:\/\/[^/?#]+$|\/$|[;,|]$/i
/** Signs and digits of addresses. */
const goesOn = /[\d/=&?#%_]|\S\.\S/

function withoutNote(text: string): { address: string; note: string } {
  const at = text.indexOf(' ')
  if (at < 0) return { address: text, note: '' }
  const [address, rest] = [text.slice(0, at), text.slice(at + 1)]
  const isApart = noteWords.test(rest) || complete.test(address) || file.test(address)
  if (marked.test(rest) || (isApart && !/[/=&]|\S\.\S/.test(rest)))
    return { address: withoutStop(address), note: rest.replace(/^[-–—;|\s]+/, '').replace(/^[([](.*)[)\]]$/, '$1') }
  const isOneWord = /^\p{Ll}\S*$/u.test(rest)
  // Words that may be part of it or not make no link.
  return { address: isOneWord || goesOn.test(rest.slice(rest.lastIndexOf(' ') + 1)) ? text : '', note: '' }
}

function withoutStop(address: string): string {
  let end = address.length
  while (';,|'.includes(address.charAt(end - 1) || ' ')) end--
  return address.slice(0, end)
}

const escaped = (address: string): string =>
  address
    .replace(/\\/g, '/')
    .replace(/[\s<>"^`{|}]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
