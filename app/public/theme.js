// Runs before the first paint, so that a chosen theme does not flash in after the system's.
try {
  const theme = localStorage.getItem('theme')
  if (/^(light|dark|contrast)$/.test(theme)) document.documentElement.dataset.theme = theme
} catch {}
