export type Panel = 'keys' | 'palette'

/** Opens a panel from anywhere in the shell; `Panels` sets it. */
export const panels: { open: (panel: Panel) => void } = { open: () => undefined }
