/** What the server writes into the page before it is sent. */
export type PageSettings = {
  providerName: string
  cmsUrl: string
  /** Where people write who cannot go on. */
  supportEmail: string
  /** Whether the portal itself keeps passwords; else an outside sign-in service does. */
  passwordsHere: boolean
}

const fallback: PageSettings = { providerName: 'SCIS', cmsUrl: '/cms', supportEmail: '', passwordsHere: true }

function readSettings(): PageSettings {
  try {
    return { ...fallback, ...JSON.parse(document.getElementById('settings')?.textContent ?? '{}') }
  } catch {
    return fallback
  }
}

export const settings = readSettings()
