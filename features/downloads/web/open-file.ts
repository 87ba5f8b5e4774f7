/** As a link with `target="_blank"` would: the browser saves the file, and this page stays. */
export function openFile(href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.target = '_blank'
  link.rel = 'noopener'
  link.click()
}
