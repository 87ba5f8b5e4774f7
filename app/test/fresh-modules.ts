import { vi } from 'vitest'

// Test files share a process: without this, what our modules keep would reach the next file. So would the browser's
// storage, such as the temporary folder in it.
vi.resetModules()
localStorage.clear()
sessionStorage.clear()
