/** Begins the animation of a class anew; `others` are classes of animations that it ends. */
export function restartAnimation(element: HTMLElement, name: string, others: string[] = []): void {
  element.classList.remove(name, ...others);
  // Reading the layout makes the browser notice that the class was gone.
  void element.offsetWidth;
  element.classList.add(name);
}
