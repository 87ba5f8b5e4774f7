import { words } from './messages.ts'
export const themes = ['system', 'light', 'dark', 'contrast'] as const
export type Theme = (typeof themes)[number]

export const themeNames: Record<Theme, string> = {
  system: words.matchDevice,
  light: words.light,
  dark: words.dark,
  contrast: words.highContrast,
}

/** app/public/theme.js uses the same name; it sets the theme before the first paint. */
const storageName = 'theme'

export function chosenTheme(): Theme {
  const set = document.documentElement.dataset.theme
  return themes.find((theme) => theme === set) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(storageName)
    else localStorage.setItem(storageName, theme)
  } catch {
    // Storage is disabled: the choice lasts until the page is left.
  }
}
