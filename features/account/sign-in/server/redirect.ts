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
