/** A `ref` for what focus goes to when it is drawn, as where the pressed button is gone. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus()
  // A dialog below takes the focus back until the new one is there.
  if (element && document.activeElement !== element) requestAnimationFrame(() => element.focus())
}
