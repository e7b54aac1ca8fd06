// Something that a button opens, and Escape or a touch elsewhere closes.

export class Popup {
  open = $state(false);
  /** Holds the button, which comes first in it, and what that opens. */
  root = $state<HTMLElement>();

  toggle = (): void => {
    this.open = !this.open;
  };

  /** Close it, and let the keyboard go on where it came from. */
  close = (): void => {
    this.open = false;
    this.root?.querySelector('button')?.focus();
  };

  onpointerdown = (event: PointerEvent): void => {
    if (this.open && event.target instanceof Node && this.root?.contains(event.target) === false) this.open = false;
  };

  onkeydown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && this.open) this.close();
  };
}
