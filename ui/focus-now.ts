/** A `ref` that focuses a new element, for example when the pressed button has disappeared. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus()
  // A dialog below takes the focus back until this element is rendered.
  if (element && document.activeElement !== element) requestAnimationFrame(() => element.focus())
}
