import { noPageMark } from '../rules.ts'

/** The notice after sign-in shows as much. */
const maxShown = 200

/** Paths that a finished or failed sign-in must not lead back to. */
const signInPaths = /^\/(rest\/user\/login|oidc|sign-in)(\/|\?|#|$)/

/**
 * The path, query and fragment to go to after sign-in: `given` if it is a path or address of this site, else `/`. The
 * result was parsed as a browser parses it and starts with exactly one slash, so it cannot leave the site.
 */
export function safeRedirect(given: unknown, publicUrl: string): string {
  if (typeof given !== 'string' || given.length > 8192) return '/'
  // Browsers drop tabs and line breaks before parsing an address.
  if (/[\u0000-\u001f\u007f]/.test(given)) return '/'
  if (!/^(\/(?![/\\])|https?:\/\/)/i.test(given)) return '/'
  const url = URL.parse(given, publicUrl)
  if (!url || url.origin !== publicUrl || url.username || url.password) return '/'
  const path = url.pathname + url.search + url.hash
  // Dot segments can leave two leading slashes: /.//evil.example
  return path.startsWith('//') || signInPaths.test(path) ? '/' : path
}

/**
 * Where to go after sign-in, and the address without a screen that brought the visitor to sign in: the portal leaves it
 * behind `#no-page=`. Only a path as browsers write it counts, so that a link cannot put sentences on our page.
 */
export function withoutNoPage(redirect: string): { redirect: string; noPage?: string } {
  const [start, given] = redirect.split(noPageMark)
  if (start !== '/' || given === undefined) return { redirect }
  const path = decoded(given)
  if (!/^\/(?!\/)[!-~]*$/.test(path)) return { redirect: start }
  return { redirect: start, noPage: path.length > maxShown ? `${path.slice(0, maxShown)}…` : path }
}

/** Whether the page that was wanted reviews a cart, which asks its owner to sign in. */
export function isCart(redirect: string): boolean {
  const page = URL.parse(redirect, 'http://portal.example')
  return page?.pathname === '/orderDetails' || (page?.pathname === '/payment' && page.searchParams.has('cmsId'))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
