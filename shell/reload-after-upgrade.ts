const reloadedFor = 'reloaded-for'

/**
 * An upgrade removes scripts that an open page has not loaded yet. If one is missing and the server's page names
 * another entry script, the page reloads, once per such script; a page with unsaved work asks first (`beforeunload`).
 * Without a network nothing reloads: the browser would have nothing to show.
 */
export function reloadAfterUpgrade(reload = () => window.location.reload()): () => void {
  const check = async () => {
    const current = await entryScript().catch(() => undefined)
    const own = document.querySelector('script[type="module"]')?.getAttribute('src')
    if (!current || current === own || sessionStorage.getItem(reloadedFor) === current) return
    sessionStorage.setItem(reloadedFor, current)
    reload()
  }
  // Without storage nothing could prevent a second reload.
  const onMissing = () => void check().catch(() => undefined)
  window.addEventListener('vite:preloadError', onMissing)
  return () => window.removeEventListener('vite:preloadError', onMissing)
}

async function entryScript(): Promise<string | undefined> {
  const reply = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' })
  return reply.ok ? /<script type="module"[^>]* src="([^"]+)"/.exec(await reply.text())?.[1] : undefined
}
