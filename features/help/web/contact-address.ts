/** Numbers of catalogue requests, their items, orders and invoices; a download request has its number in its address. */
const number = /\b(?:CR|CI|SCORD|SCINV)\d{3,}\b/
const downloadRequest = /^\/downloadRequest\/([^/?#]+)/

/** The contact form, about the screen that leads to it. `title`: of that screen. */
export function contactAddress(path: string, title: string): string {
  if (/^\/(contact|help)\b/.test(path)) return '/contact'
  const [requestNumber] = `${path} ${title}`.match(number) ?? []
  const about = requestNumber ?? path.match(downloadRequest)?.[1]
  return `/contact?${new URLSearchParams({ page: path, ...(about && { number: about }) })}`
}
