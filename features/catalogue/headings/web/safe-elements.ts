/**
 * Elements allowed in a page of the standard. The server has escaped every word of it; this is the second guard,
 * against a template that forgets to.
 */
const elements = new Set(
  'article section header footer nav h1 h2 h3 h4 p ul ol li dl dt dd div span strong em b i small abbr a br hr'.split(
    ' ',
  ),
)
const attributes: Record<string, string> = {
  class: 'className',
  title: 'title',
  lang: 'lang',
  'aria-label': 'aria-label',
  'aria-current': 'aria-current',
}
/** Elements that are dropped with their text. */
const dropped = new Set(
  'script style template noscript iframe object embed svg math form input button select textarea head title link meta base'.split(
    ' ',
  ),
)

/** Parses a page from text. Nothing in it runs or loads: the document is never shown. */
export const readFragment = (html: string): Element => new DOMParser().parseFromString(html, 'text/html').body

export type Judged =
  | { keep: 'element'; name: string; props: Record<string, string>; href: string | undefined }
  /** Drops the element and keeps its text. */
  | { keep: 'words' }
  | { keep: 'nothing' }

export function judge(element: Element): Judged {
  const name = element.localName
  if (dropped.has(name)) return { keep: 'nothing' }
  if (!elements.has(name)) return { keep: 'words' }
  const props: Record<string, string> = {}
  for (const { name: attribute, value } of element.attributes) {
    const prop = attributes[attribute]
    if (prop) props[prop] = prop === 'className' ? value.replace('visually-hidden', 'only-heard') : value
  }
  const href = name === 'a' ? innerAddress(element.getAttribute('href')) : undefined
  return { keep: 'element', name: name === 'a' && href === undefined ? 'span' : name, props, href }
}

/** Only a page of the portal: no other site, and no address that the server answers itself. */
function innerAddress(href: string | null): string | undefined {
  const { origin } = window.location
  if (!href || !URL.canParse(href, origin)) return undefined
  const { origin: target, pathname, search, hash } = new URL(href, origin)
  const isPage = href.startsWith('/') && target === origin && !/^\/(\/|rest\/|cms\/|dev\/)/.test(pathname)
  return isPage ? pathname + search + hash : undefined
}
