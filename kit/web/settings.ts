/** Settings that the server writes into the page. */
export type PageSettings = {
  providerName: string
  cmsUrl: string
  /** The address for people who need help. */
  supportEmail: string
  /** False when an outside sign-in service keeps the passwords. */
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
