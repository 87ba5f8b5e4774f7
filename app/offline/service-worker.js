// The build writes a hash of the files here: with other files it is another service worker, which fetches them again.
const cacheName = 'offline-VERSION'
const page = '/offline.html'
const files = [page, '/offline.js', '/offline.css', '/theme.js', '/icon.svg']

/*
 * Shows a page of our own where the browser would say that there is no connection. Only its files are ever kept: the
 * portal's scripts, so that none is older than the server, and people's data stay out of the cache.
 */

self.addEventListener('install', (event) => {
  event.waitUntil(keepFiles().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin || request.method !== 'GET') return
  // Files, sign-in and other calls that the browser follows are its own business.
  if (request.mode === 'navigate' && !/^\/(rest|health|dev|sign-in|oidc)(\/|$)/.test(pathname))
    event.respondWith(pageOf(request))
  else if (files.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)))
})

async function keepFiles() {
  const cache = await caches.open(cacheName)
  await cache.addAll(files.map((file) => new Request(file, { cache: 'reload' })))
}

async function takeOver() {
  for (const name of await caches.keys())
    if (name.startsWith('offline-') && name !== cacheName) await caches.delete(name)
  // WebKit would send sign-in's redirects twice, and the second is refused.
  await self.registration.navigationPreload?.disable()
  await self.clients.claim()
}

async function pageOf(request) {
  try {
    return await fetch(request)
  } catch {
    return kept(page)
  }
}

const kept = async (path) => (await caches.match(path)) ?? Response.error()
