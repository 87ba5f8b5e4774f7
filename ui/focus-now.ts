/** A `ref` for what focus goes to when it is drawn, as where the pressed button is gone. */
export const focusNow = (element: HTMLElement | null): void => element?.focus()
